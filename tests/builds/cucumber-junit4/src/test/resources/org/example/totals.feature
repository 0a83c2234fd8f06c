Feature: totals
  Scenario Outline: count <n>
    Then the total of 2 times <n> is <total>
    Examples:
      | n | total |
      | 2 | 4     |
      | 4 | 8     |
  Scenario: same
    Then the total of 2 times 2 is 4
  Scenario: same
    Then the total of 2 times 6 is 12
