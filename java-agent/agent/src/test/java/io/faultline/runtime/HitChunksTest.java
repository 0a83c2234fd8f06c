package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.faultline.runtime.HitChunks.Range;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HitChunksTest {
    private final List<Integer> sizes = new ArrayList<>();
    private boolean refuse;

    private final HitChunks chunks = new HitChunks((chunk, size) -> {
        assertEquals(sizes.size(), chunk);
        return !refuse && sizes.add(size);
    });

    @Test
    void rangesBeginAtMultiplesOf64AndDoNotOverlap() {
        expect(chunks.allocate(1), 0, 0);
        expect(chunks.allocate(64), 0, 64);
        expect(chunks.allocate(65), 0, 128);
        expect(chunks.allocate(1), 0, 256);
    }

    @Test
    void aFullChunkIsFollowedByANewOne() {
        expect(chunks.allocate(HitChunks.CHUNK - 64), 0, 0);
        expect(chunks.allocate(64), 0, HitChunks.CHUNK - 64);
        expect(chunks.allocate(1), 1, 0);
    }

    @Test
    void aClassLargerThanAChunkHasOneToItselfAndTheCurrentOneGoesOn() {
        expect(chunks.allocate(10), 0, 0);
        expect(chunks.allocate(HitChunks.CHUNK + 1), 1, 0);
        expect(chunks.allocate(10), 0, 64);
        assertEquals(List.of(HitChunks.CHUNK, HitChunks.CHUNK + 64), sizes);
    }

    @Test
    void aChunkThatTheJvmRefusesIsNoChunk() {
        refuse = true;
        assertNull(chunks.allocate(1));
        refuse = false;
        expect(chunks.allocate(1), 0, 0);
    }

    private static void expect(Range range, int chunk, int base) {
        assertEquals(chunk, range.chunk);
        assertEquals(base, range.base);
    }
}
