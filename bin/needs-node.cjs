// Runs on any Node, so that an old one gets a sentence and not a stack trace.
const needed = 24;

function isNodeNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= needed;
}

/** The Node in the optional package for this system, if it was installed: npm scripts and the command line run on it. */
function packagedNode() {
  try {
    return require.resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}

function nodeIsTooOld(platform = process.platform) {
  const sentence = `Mailfold needs Node ${needed} or newer, and this is ${process.version}.`;
  if (platform === 'linux')
    return `${sentence} Install Node ${needed} (https://nodejs.org), or run the npm command that installed Mailfold again: it brings Node ${needed} along as an optional package, which npm skips silently when the download fails.`;
  const how = platform === 'darwin' ? `\`brew install node@${needed}\`, or ` : '';
  return `${sentence} Install Node ${needed} (${how}https://nodejs.org) and start again.`;
}

/** The local stack and the tests start programs by a shell of Unix. The command line itself needs none. */
function runsNothingLocally(platform = process.platform) {
  if (platform !== 'win32') return undefined;
  return 'The local stack and the tests run on Linux and macOS. On Windows run them in WSL 2 (`wsl --install`); the command line with --stack works without it.';
}

module.exports = { isNodeNewEnough, nodeIsTooOld, packagedNode, runsNothingLocally };
