// First of all the sheet that says how layers follow one another: in the module of the others theirs would be imported before it.
import '../main.css'
import './styles-of-parts.ts'
