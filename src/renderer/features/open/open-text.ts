export const openText = {
  open: 'Open',
  options: 'Open with options',
  optionsShort: 'Options',
  title: 'Open a workload',
  workload: 'Workload (YAML or JSON)',
  injection: 'Injection files (optional: all three, or none)',
  injectionHelp:
    'Config, mesh and values: three files, the two whole ConfigMaps, or one install manifest. Without them, istioctl manifest generate supplies all three.',
  already: 'The file already holds a sidecar: read it as it is',
  stillChosen: (names: readonly string[]) => `Still chosen: ${names.join(', ')}`,
  submit: 'Open',
  opening: 'Opening …',
  cancel: 'Cancel',
  drop: 'Drop to open',
  dropHelp: 'A workload, alone or with up to three injection files',
  pasted: 'pasted.yaml',
  tooMany: (count: number) =>
    `${count} files were given; one workload and up to three injection files can be read.`,
  tooManyHint: 'Give fewer files, or put several workloads into one file.',
  unreadable: (name: string) => `${name} could not be read.`,
  unreadableHint: 'Open a file, not a folder, and check that you may read it.',
  nothing: 'Choose a workload file first.',
} as const;
