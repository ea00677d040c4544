// Runs on whatever Node there is, to say in one line what Node 20 would say in twenty.
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `Node 24 is needed, and this is ${process.version}. On Linux \`npm ci\` brings it along as an optional package, which npm leaves out without a word when it cannot be fetched: run \`npm ci\` again. Elsewhere install Node 24.\n`,
  );
  process.exit(1);
}
