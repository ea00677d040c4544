const { isNodeNewEnough, nodeIsTooOld, packagedNode, runsNothingLocally } = require('./needs-node.cjs');

const hasNode = isNodeNewEnough() || packagedNode() !== undefined;
const problem = runsNothingLocally() ?? (hasNode ? undefined : nodeIsTooOld());
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
