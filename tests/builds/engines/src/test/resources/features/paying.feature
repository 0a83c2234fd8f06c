Feature: Paying "bills"
  Scenario: open
    Given an account
  Scenario Outline: pay <n>
    Given an account
    When I pay <n>
    Examples:
      | n |
      | 1 |
      | 3 |
  Scenario: unknown
    Given an account
    And a step that nobody knows
