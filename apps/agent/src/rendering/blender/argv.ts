/** The program that renders: Blender itself, or a Python that has Blender as a module. */
export interface Engine {
  driver: 'blender' | 'bpy'
  program: string
  /** Folders of the program beyond the system's, which the sandbox has to read. */
  folders: readonly string[]
}

/**
 * Returns the command line that runs one of our scripts in an engine, inside the sandbox. Input of scenes and users
 * reaches it in files only; scripts of scenes are disabled before any scene is opened.
 */
export function engineArgv(
  { driver, program }: Engine,
  { script, order, threads }: { script: string; order: string; threads: number },
): string[] {
  if (driver === 'bpy') return [program, '-I', script, order]
  return [
    ...[program, '--background', '--factory-startup', '--disable-autoexec', '-noaudio'],
    ...['--threads', String(threads), '--python-exit-code', '97', '--python', script, '--', order],
  ]
}
