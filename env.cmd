@for /f "tokens=1,*" %%a in ("%*") do @%%b
