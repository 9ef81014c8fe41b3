"""The tests. Folders by kind; what several share lives in `support`."""
