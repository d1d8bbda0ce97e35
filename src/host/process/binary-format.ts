/**
 * For which machine a program file was built, read from its first bytes: ELF header (System V ABI, e_machine), Mach-O
 * header (mach/machine.h, cputype), PE header (Machine), or a script's `#!`.
 */
export interface BinaryFormat {
  readonly format: 'elf' | 'mach-o' | 'mach-o-universal' | 'pe' | 'script' | 'unknown';
  /** As Node names processors (`x64`, `arm64` …); null where it is not in the bytes or not known to us. */
  readonly arch: string | null;
}

const ELF_MACHINES = new Map([
  [3, 'ia32'],
  [8, 'mips'],
  [20, 'ppc'],
  [21, 'ppc64'],
  [22, 's390x'],
  [40, 'arm'],
  [62, 'x64'],
  [183, 'arm64'],
  [243, 'riscv64'],
  [258, 'loong64'],
]);
const MACH_CPUS = new Map([
  [7, 'ia32'],
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);
const PE_MACHINES = new Map([
  [0x14c, 'ia32'],
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);

/** Reads the format from the first bytes of a file; 1 KiB is enough. */
export function readBinaryFormat(head: Uint8Array): BinaryFormat {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length >= 2 && head[0] === 0x23 && head[1] === 0x21) return { format: 'script', arch: null };
  if (head.length >= 20 && view.getUint32(0) === 0x7f454c46) {
    const littleEndian = head[5] === 1;
    return { format: 'elf', arch: ELF_MACHINES.get(view.getUint16(18, littleEndian)) ?? null };
  }
  if (head.length >= 8) {
    const magic = view.getUint32(0);
    if (magic === 0xcffaedfe || magic === 0xcefaedfe)
      return { format: 'mach-o', arch: MACH_CPUS.get(view.getUint32(4, true)) ?? null };
    if (magic === 0xcafebabe) return { format: 'mach-o-universal', arch: null };
  }
  if (head.length >= 64 && head[0] === 0x4d && head[1] === 0x5a) {
    const header = view.getUint32(60, true);
    const inside = header + 6 <= head.length && view.getUint32(header) === 0x50450000;
    return {
      format: 'pe',
      arch: inside ? (PE_MACHINES.get(view.getUint16(header + 4, true)) ?? null) : null,
    };
  }
  return { format: 'unknown', arch: null };
}

const NATIVE: Readonly<Partial<Record<NodeJS.Platform, readonly BinaryFormat['format'][]>>> = {
  linux: ['elf', 'script'],
  darwin: ['mach-o', 'mach-o-universal', 'script'],
  win32: ['pe'],
};
/** Programs for another processor that a processor runs all the same: 32-bit siblings, and Rosetta on macOS. */
const ALSO_RUNS: ReadonlySet<string> = new Set([
  'linux:x64:ia32',
  'linux:arm64:arm',
  'darwin:arm64:x64',
  'win32:x64:ia32',
  'win32:arm64:x64',
  'win32:arm64:ia32',
]);

/** Whether this machine can start such a file. Unknown systems and unknown processors get the benefit of the doubt. */
export function runsHere(format: BinaryFormat, platform: NodeJS.Platform, arch: string): boolean {
  const formats = NATIVE[platform];
  if (formats === undefined) return true;
  if (!formats.includes(format.format)) return false;
  return format.arch === null || format.arch === arch || ALSO_RUNS.has(`${platform}:${arch}:${format.arch}`);
}

/** `a Linux program for arm64`, for a sentence. */
export function describeFormat(format: BinaryFormat): string {
  const processor = format.arch === null ? '' : ` for ${format.arch}`;
  switch (format.format) {
    case 'elf':
      return `a Linux program${processor}`;
    case 'mach-o':
    case 'mach-o-universal':
      return `a macOS program${processor}`;
    case 'pe':
      return `a Windows program${processor}`;
    case 'script':
      return 'a script';
    case 'unknown':
      return 'not a program at all';
  }
}
