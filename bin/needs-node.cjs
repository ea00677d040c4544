// Runs on any Node, so that an old one gets a sentence and not a stack trace.
const needed = 24;

function isNodeNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= needed;
}

function nodeIsTooOld() {
  return `Mailfold needs Node ${needed} or newer, and this is ${process.version}. On Linux run \`npm ci\` again: it installs Node ${needed} as an optional package, which npm skips silently when the download fails. Elsewhere install Node ${needed}.`;
}

module.exports = { isNodeNewEnough, nodeIsTooOld };
