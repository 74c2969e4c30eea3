"""`python -m honeyguide` is the `honeyguide` command."""

from honeyguide.cli import main

if __name__ == "__main__":
    main()
