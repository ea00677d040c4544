const { isNodeNewEnough, nodeIsTooOld, runsNothingLocally } = require('./needs-node.cjs');

const problem = runsNothingLocally() ?? (isNodeNewEnough() ? undefined : nodeIsTooOld());
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
