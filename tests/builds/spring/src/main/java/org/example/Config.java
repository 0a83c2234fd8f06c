package org.example;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

@Configuration
public class Config { // covered by: first*, second*
    @Bean
    public Stock stock() {
        return new Stock(5); // covered by: first*, second*
    }

    @Bean
    @Lazy
    public Report report() {
        return new Report(); // covered by: firstReports
    }
}
