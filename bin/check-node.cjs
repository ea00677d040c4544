// Runs on any Node, and says in one line what an old one would say in a stack trace.
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `Mailfold needs Node 24 or newer, and this is ${process.version}. On Linux run \`npm ci\` again: it installs Node 24 as an optional package, which npm skips silently when the download fails. Elsewhere install Node 24.\n`,
  );
  process.exit(1);
}
