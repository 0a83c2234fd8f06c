package org.example;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class Broken { // covered by: broken*
    @Bean
    public Stock stock() {
        throw new IllegalStateException("no stock"); // covered by: broken*
    }
}
