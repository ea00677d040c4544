#!/usr/bin/env node
// Plain JavaScript that any Node can read. It runs the command line on Node 24: on the Node that runs this file, or else on the
// one that a package brings along.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { isNodeNewEnough, nodeIsTooOld, packagedNode } = require('../needs-node.cjs');

/** In the repository the source itself, in an installed package the compiled files: Node strips no types in node_modules. */
function program() {
  const source = join(__dirname, '../mailfold.ts');
  return existsSync(source) ? source : join(__dirname, '../../dist/bin/mailfold.js');
}

/** Compiled code is kept between runs, which halves the time to start. Not in a folder that other users can write to. */
function keepCompiledCode() {
  try {
    require('node:module').enableCompileCache(join(cacheFolder(), 'mailfold'));
  } catch {
    // Without it, the start only takes longer.
  }
}

function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? homedir();
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches');
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

/** Runs this file again with another Node, and ends as that one ends. */
function runWith(node) {
  const child = spawn(node, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both; the child decides what to do about it.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (isNodeNewEnough()) {
  keepCompiledCode();
  import(pathToFileURL(program()).href);
} else {
  const node = packagedNode();
  if (node) runWith(node);
  else {
    process.stderr.write(`${nodeIsTooOld()}\n`);
    process.exitCode = 3;
  }
}
