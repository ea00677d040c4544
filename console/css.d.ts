/** Vite puts these into the style sheet of the page. */
declare module '*.css';
