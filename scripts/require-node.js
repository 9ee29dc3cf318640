// Plain JavaScript: it runs on the Node that is there, which may be too old to run the rest.
if (!process.features.typescript) {
  console.error(
    `Node ${process.versions.node} cannot run this. \`npm ci\` brings Node 24 along where it may run install scripts and install development dependencies: run \`npm ci --ignore-scripts=false --include=dev\`.`,
  );
  process.exit(1);
}
