const { isNodeNewEnough, nodeIsTooOld } = require('./needs-node.cjs');

if (!isNodeNewEnough()) {
  process.stderr.write(`${nodeIsTooOld()}\n`);
  process.exit(1);
}
