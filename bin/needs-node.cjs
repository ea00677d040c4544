// Runs on any Node, so that an old one gets a sentence and not a stack trace.
const needed = 24;

function isNodeNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= needed;
}

function nodeIsTooOld() {
  return `Mailfold needs Node ${needed} or newer, and this is ${process.version}. Install Node ${needed} (https://nodejs.org). On Linux you can also run the npm command that installed Mailfold again: it brings Node ${needed} along as an optional package, which npm skips silently when the download fails.`;
}

module.exports = { isNodeNewEnough, nodeIsTooOld };
