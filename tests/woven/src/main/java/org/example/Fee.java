package org.example;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** Adds a fee to each price, which is there only where the classes were woven. */
@Aspect
public class Fee {
    static int entered;
    static int left;

    @Around("execution(int org.example.Shop.*(..))")
    public Object add(ProceedingJoinPoint price) throws Throwable {
        return (Integer) price.proceed() + 1;
    }

    @Before("execution(* org.example.Till.*(..))")
    public void enter() {
        entered++;
    }

    @After("execution(* org.example.Till.*(..))")
    public void leave() {
        left++;
    }
}
