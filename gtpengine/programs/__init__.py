"""Other programs that play or judge: started, guarded, asked, and never trusted."""
