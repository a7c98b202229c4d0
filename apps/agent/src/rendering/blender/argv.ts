/** What renders: Blender's own program, or a Python that has Blender as a module. */
export interface Engine {
  driver: 'blender' | 'bpy'
  program: string
  /** Beyond the system's, what it is made of: to be read in the sandbox. */
  folders: readonly string[]
}

/**
 * The words that run one of our scripts in an engine, inside the sandbox. All that a scene or a person says reaches
 * it as a file; scripts of scenes are off before any scene is opened.
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
