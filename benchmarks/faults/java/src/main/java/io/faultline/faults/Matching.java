package io.faultline.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A longest common subsequence of two methods' instructions, lines first.
 *
 * <p>Instructions are few and repeat, so that a common subsequence of them alone joins what has nothing to do with each
 * other. Runs of instructions of one source line say more: those that are equal are joined first, and single
 * instructions only in what lies between them.
 */
final class Matching {
    /** The counterpart of each instruction; -1 without one. */
    final int[] after;
    final int[] before;

    private final Code a;
    private final Code b;

    /** Cost: O(n m) for each pair of stretches without a common line; n, m their lengths. */
    Matching(Code a, Code b) {
        this.a = a;
        this.b = b;
        after = new int[a.size()];
        before = new int[b.size()];
        Arrays.fill(after, -1);
        Arrays.fill(before, -1);
        List<int[]> runsA = runs(a);
        List<int[]> runsB = runs(b);
        int doneA = 0;
        int doneB = 0;
        for (int[] pair : common(texts(a, runsA), texts(b, runsB))) {
            int[] runA = runsA.get(pair[0]);
            int[] runB = runsB.get(pair[1]);
            between(doneA, runA[0], doneB, runB[0]);
            for (int i = 0; i < runA[1] - runA[0]; i++) {
                join(runA[0] + i, runB[0] + i);
            }
            doneA = runA[1];
            doneB = runB[1];
        }
        between(doneA, a.size(), doneB, b.size());
    }

    private void between(int fromA, int toA, int fromB, int toB) {
        for (int[] pair : common(a.texts.subList(fromA, toA), b.texts.subList(fromB, toB))) {
            join(fromA + pair[0], fromB + pair[1]);
        }
    }

    private void join(int atA, int atB) {
        after[atA] = atB;
        before[atB] = atA;
    }

    /** First and behind the last instruction of each run of one line. */
    private static List<int[]> runs(Code code) {
        List<int[]> runs = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= code.size(); i++) {
            if (i == code.size() || !code.lines.get(i).equals(code.lines.get(start))) {
                runs.add(new int[] {start, i});
                start = i;
            }
        }
        return runs;
    }

    private static List<String> texts(Code code, List<int[]> runs) {
        return runs.stream().map(run -> String.join("\n", code.texts.subList(run[0], run[1]))).toList();
    }

    /** Pairs of places in a longest common subsequence, ascending. */
    static List<int[]> common(List<String> a, List<String> b) {
        int[][] length = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                length[i][j] = a.get(i).equals(b.get(j))
                        ? length[i + 1][j + 1] + 1
                        : Math.max(length[i + 1][j], length[i][j + 1]);
            }
        }
        List<int[]> pairs = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.size() && j < b.size()) {
            if (a.get(i).equals(b.get(j))) {
                pairs.add(new int[] {i++, j++});
            } else if (length[i + 1][j] >= length[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
        return pairs;
    }
}
