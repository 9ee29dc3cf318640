import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What a key is used for; each purpose has a key of its own, derived from SECRET_KEY (RFC 5869). */
type Purpose =
  | 'principal'
  | 'csrf'
  | 'cookie'
  | 'mail-job'
  | 'share-link'
  | 'idempotency'
  | 'refresh-token'
  | 'sign-in-number'
  | 'mail-limit'
  | 'import';

/** The length of a key's id, which is ASCII. */
const ID_BYTES = 8;

type DerivedKey = { id: string; key: KeyObject };

export type Keys = {
  /** A MAC of `data`, base64url. The first key of SECRET_KEY signs. */
  sign(purpose: Purpose, data: string): string;
  /** Whether any key of SECRET_KEY made this MAC. */
  verify(purpose: Purpose, data: string, mac: string): boolean;
  /** `text` as authenticated ciphertext (AES-256-GCM) that names the key it was sealed with. */
  seal(purpose: Purpose, text: string): string;
  /** As `seal`, of bytes. */
  sealBytes(purpose: Purpose, bytes: Uint8Array): Buffer;
  /** The bytes that `sealBytes` sealed. Throws as `open`. */
  openBytes(purpose: Purpose, sealed: Uint8Array): Buffer;
  /** The sealed text. Throws where it was altered or its key is no longer in SECRET_KEY. */
  open(purpose: Purpose, sealed: string): string;
};

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The keys of one purpose each, made from the secrets of SECRET_KEY: the first signs and seals, all verify and open. */
export const createKeys = (secrets: readonly [string, ...string[]]): Keys => {
  const derived: Partial<Record<Purpose, [DerivedKey, ...DerivedKey[]]>> = {};
  const derive = (secret: string, purpose: Purpose): DerivedKey => ({
    id: hash('sha256', secret, 'base64url').slice(0, ID_BYTES),
    key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  });
  const keysFor = (purpose: Purpose) => {
    const [first, ...rest] = secrets;
    derived[purpose] ??= [derive(first, purpose), ...rest.map((secret) => derive(secret, purpose))];
    return derived[purpose];
  };
  const mac = ({ key }: DerivedKey, data: string): Buffer => createHmac('sha256', key).update(data).digest();

  const encrypt = ({ key }: DerivedKey, bytes: Uint8Array): Buffer => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = [cipher.update(bytes), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...body]);
  };
  const decrypt = (purpose: Purpose, id: string | undefined, bytes: Uint8Array): Buffer => {
    const found = keysFor(purpose).find((candidate) => candidate.id === id);
    if (!found) throw new Error('sealed with a key that is not in SECRET_KEY');
    const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  };

  return {
    sign: (purpose, data) => mac(keysFor(purpose)[0], data).toString('base64url'),
    verify: (purpose, data, given) => {
      const bytes = Buffer.from(given, 'base64url');
      return keysFor(purpose).some((key) => equal(mac(key, data), bytes));
    },
    seal: (purpose, text) => {
      const [first] = keysFor(purpose);
      return `${first.id}.${encrypt(first, Buffer.from(text)).toString('base64url')}`;
    },
    sealBytes: (purpose, bytes) => {
      const [first] = keysFor(purpose);
      return Buffer.concat([Buffer.from(first.id), encrypt(first, bytes)]);
    },
    openBytes: (purpose, sealed) =>
      decrypt(purpose, Buffer.from(sealed.subarray(0, ID_BYTES)).toString(), sealed.subarray(ID_BYTES)),
    open: (purpose, sealed) => {
      const [id, data = ''] = sealed.split('.');
      return decrypt(purpose, id, Buffer.from(data, 'base64url')).toString('utf8');
    },
  };
};

/** A secret of 256 random bits, base64url. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** A secret of 128 random bits in 22 characters, for a link: an address that holds it fits on one line of a mail (`C4.link`). */
export const randomLinkSecret = (): string => randomBytes(16).toString('base64url');

/** The only form in which a secret is stored: its SHA-256, base64url. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');
