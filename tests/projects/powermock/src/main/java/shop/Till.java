package shop;

import lombok.RequiredArgsConstructor;

@RequiredArgsConstructor
public class Till {
    private final int fee;

    public int due(Order order) {
        int due = order.total() + fee;
        if (Clock.hour() > 20) {
            due = due + 5;
        }
        return due;
    }
}
