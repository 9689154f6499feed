/*
 * Loaded before React. Its development build describes every element and rendering to the panels of the browser's developer tools, which nobody
 * looks at here: a fifth of the processor time of component tests. Its warnings, and what StrictMode does twice, stay.
 */
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')
