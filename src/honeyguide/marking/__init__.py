"""What do people say of pages? Their marks, what to ask them, and pages judged again by what they said."""
