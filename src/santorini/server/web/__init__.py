"""HTTP and WebSockets: the application, its limits, the page, starting and stopping."""
