// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const MenuIcon = 'M4 5h16M4 12h16M4 19h16'
