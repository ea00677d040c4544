/** How users call the command line, in the repository and in a project that installs it. Globally, `mailfold` is enough. */
export const programName = 'npx mailfold';
