"""How does a report look? What the reports of lab and insight share: page, pictures, colours, text from outside."""
