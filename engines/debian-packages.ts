import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOnce } from './make-once.ts';
import { runCommand } from './run-command.ts';

const keyrings = ['gpg', 'pgp'].map((type) => `/usr/share/keyrings/debian-archive-keyring.${type}`);

/** Which packages to unpack, and where. */
export type DebianPackages = {
  /** The name shown to the person who waits: `Redis`. */
  name: string;
  packages: string[];
  /** The Debian release to take them from; the machine's own where absent. */
  suite?: string;
  /** Their dependencies come too, as if nothing were installed, except packages whose names begin like these. */
  exclude: string[];
  /** The folder that will hold the unpacked files (`into/usr/bin/…`); when it is there already, nothing is done. */
  into: string;
  progress: (line: string) => void;
  /** Work inside the unpacked folder before it counts as done; gets its path, which is not yet `into`. */
  finish?: (folder: string) => Promise<void>;
};

/**
 * Downloads packages from the machine's own Debian mirror and unpacks them into a folder, without root and without
 * touching the system; apt checks the signatures. All or nothing, and safe when two callers want the same folder.
 * @throws Error, one line, where the machine is not a Debian or its mirror does not give them
 */
export const unpackDebianPackages = async (options: DebianPackages): Promise<void> => {
  await makeOnce(options.into, async (folder) => {
    const apt = join(folder, 'apt');
    const archives = join(apt, 'archives');
    await writePrivateApt(apt, options.suite);
    await download(options, apt);
    for (const file of await readdir(archives))
      if (file.endsWith('.deb')) await runCommand(['dpkg-deb', '-x', join(archives, file), folder]);
    await rm(apt, { recursive: true });
    await options.finish?.(folder);
  });
};

/** Says what will be fetched, then fetches it into the folder `archives` of `apt`. */
const download = async ({ name, packages, exclude, progress }: DebianPackages, apt: string) => {
  const config = join(apt, 'apt.conf');
  progress(`Looking for ${name} on this machine's Debian mirror…`);
  // A third-party source among Debian's fails here, which does not matter unless the packages are missing then.
  const refused = await runCommand(['apt-get', '-c', config, 'update']).then(
    () => undefined,
    (error: Error) => error,
  );
  await pretendInstalled(exclude, apt);
  const get = ['apt-get', '-c', config, '--quiet=2', '--yes', 'install'];
  const list = await runCommand([...get, '--print-uris', ...packages]).catch((error: Error) => {
    throw refused ?? error;
  });
  const bytes = list.split('\n').reduce((sum, line) => sum + Number(line.split(' ')[2] ?? 0), 0);
  progress(`Fetching ${name} from Debian (once, ${Math.ceil(bytes / 1e6)} MB)…`);
  await runCommand([...get, '--download-only', ...packages]);
};

/** An apt that knows the machine's mirror and settings, and considers nothing installed. See apt.conf(5). */
const writePrivateApt = async (apt: string, suite: string | undefined) => {
  const archives = await machineArchives();
  const keyring = keyrings.find(existsSync);
  if (!keyring) throw new Error('this machine has no Debian keys (package debian-archive-keyring)');
  const architecture = (await runCommand(['dpkg', '--print-architecture'])).trim();
  const sources = archives.map(
    ({ uri, release }) => `deb [arch=${architecture} signed-by=${keyring}] ${uri} ${suite ?? release} main\n`,
  );
  await mkdir(join(apt, 'lists', 'partial'), { recursive: true });
  await mkdir(join(apt, 'archives', 'partial'), { recursive: true });
  await writeFile(join(apt, 'status'), '');
  await writeFile(join(apt, 'sources.list'), sources.join(''));
  await writeFile(
    join(apt, 'apt.conf'),
    `#clear APT::Update;
Dir::Etc { sourcelist "${apt}/sources.list"; sourceparts "/dev/null"; preferences "/dev/null"; preferencesparts "/dev/null"; };
Dir::State "${apt}";
Dir::State::status "${apt}/status";
Dir::Cache "${apt}";
APT::Sandbox::User "";
APT::Default-Release "";
APT::Install-Recommends "false";
APT::Update::Error-Mode "any";
Acquire::Languages "none";
// Even the newest Release file of a mirror may have expired.
Acquire::Check-Valid-Until "false";
`,
  );
};

/** Where the machine's packages come from: `main` of whole archives, not of their updates. Needs no package lists. */
const machineArchives = async () => {
  const targets = await runCommand([
    ...['apt-get', '-o', 'APT::Get::IndexTargets::ReleaseInfo=false', 'indextargets'],
    ...['--format', '$(REPO_URI) $(RELEASE) $(COMPONENT)', 'Created-By: Packages'],
  ]).catch((error: Error) => {
    throw new Error(`this machine has no Debian apt (${error.message})`);
  });
  const archives = new Set(targets.split('\n').filter((line) => /^\S+ [^-/]+ main$/.test(line)));
  return [...archives].map((line) => {
    const [uri, release] = line.split(' ');
    return { uri, release };
  });
};

const pretendInstalled = async (beginnings: string[], apt: string) => {
  const names = (await runCommand(['apt-cache', '-c', join(apt, 'apt.conf'), 'pkgnames'])).split('\n');
  const entries = names
    .filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))
    .map((name) => `Package: ${name}\nStatus: install ok installed\nVersion: 999\nArchitecture: all\n`);
  await writeFile(join(apt, 'status'), entries.join('\n'));
};
