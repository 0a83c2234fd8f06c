package shop;

import lombok.*;

@Value
@Builder
public class Order {
    String item;
    int count;

    @Builder.Default
    int price = 10;

    public int total() {
        int sum = count * price;
        if (count >= 10) {
            sum = sum - sum / 10;
        }
        return sum;
    }
}
