/** Where the engine listens: the path of a Unix socket or named pipe, or host and port. */
export type EngineAddress =
  | { kind: 'socket'; path: string }
  | { kind: 'tcp'; host: string; port: number }
