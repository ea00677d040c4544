// npm runs this before it publishes a folder, and not for a packed file. Of a folder, it would tell the registry the package.json
// after `postpack`, which does not name the command any more, and `npx mailfold` would not be found.
process.stderr.write(
  'Publish the packed file instead of the folder: npm pack && npm publish ./mailfold-*.tgz\n',
);
process.exitCode = 1;
