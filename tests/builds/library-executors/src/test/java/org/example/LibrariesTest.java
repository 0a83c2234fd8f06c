package org.example;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.reactivex.rxjava3.core.Observable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;

/** Loops, pools and actors of libraries, shared by all tests, run each task for the test that handed it over. */
class LibrariesTest {
    private static final int TIMES = 50;
    private static final CyclicBarrier ALL = new CyclicBarrier(8);

    private static final EventExecutor LOOP = new DefaultEventExecutor();
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final Executor SEQUENTIAL = MoreExecutors.newSequentialExecutor(POOL);
    private static final ActorSystem SYSTEM = ActorSystem.create();
    private static final ActorRef ACTOR = SYSTEM.actorOf(Props.create(Runner.class));

    /** One mailbox for the messages of all tests. */
    static final class Runner extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Runnable.class, Runnable::run).build();
        }
    }

    @BeforeEach
    @AfterEach
    void meet() throws Exception {
        ALL.await(60, TimeUnit.SECONDS);
    }

    @AfterAll
    static void shutDown() {
        LOOP.shutdownGracefully();
        POOL.shutdown();
        SYSTEM.terminate();
    }

    @Test
    void netty() throws Exception {
        times(Work::netty, LOOP::execute);
    }

    @Test
    void nettyLater() throws Exception {
        times(Work::nettyLater, work -> LOOP.schedule(work, 1, TimeUnit.MILLISECONDS));
    }

    @Test
    void guava() throws Exception {
        times(Work::guava, SEQUENTIAL);
    }

    @Test
    void guavaListener() throws Exception {
        times(Work::guavaListener, work -> {
            SettableFuture<Integer> future = SettableFuture.create();
            future.addListener(work, MoreExecutors.directExecutor());
            new Thread(() -> future.set(1)).start();
        });
    }

    @Test
    void reactor() {
        Flux.range(0, TIMES).publishOn(Schedulers.parallel()).map(x -> Work.reactor()).publishOn(Schedulers.boundedElastic())
                .map(x -> Work.reactor()).blockLast();
    }

    @Test
    void rxJava() {
        Observable.range(0, TIMES).observeOn(io.reactivex.rxjava3.schedulers.Schedulers.io()).map(x -> Work.rxJava())
                .observeOn(io.reactivex.rxjava3.schedulers.Schedulers.from(POOL)).map(x -> Work.rxJava()).blockingLast();
    }

    @Test
    void pekko() throws Exception {
        times(Work::pekko, work -> ACTOR.tell(work, ActorRef.noSender()));
        times(Work::pekko, work -> SYSTEM.scheduler().scheduleOnce(
                java.time.Duration.ofMillis(1), ACTOR, work, SYSTEM.dispatcher(), ActorRef.noSender()));
    }

    @Test
    void scala() throws Exception {
        ExecutionContext global = ExecutionContext.global();
        times(Work::scala, work -> Future.apply(() -> 1, global).map(x -> {
            work.run();
            return x;
        }, global));
    }

    /** Hands a task over many times and waits for all of them. */
    private static void times(Runnable task, Executor executor) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(TIMES);
        for (int i = 0; i < TIMES; i++) {
            executor.execute(() -> {
                task.run();
                done.countDown();
            });
        }
        done.await();
    }
}
