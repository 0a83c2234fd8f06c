package shop;

public final class Clock {
    private Clock() {}

    public static int hour() {
        return java.time.LocalTime.now().getHour();
    }
}
