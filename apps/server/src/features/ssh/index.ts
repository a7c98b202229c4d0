export type { SshCtx } from './ctx.ts'
export { enterBySsh } from './enter-by-ssh.ts'
export { sshFeature } from './feature.ts'
export { acceptsSshKey, beginSshLogin } from './sign-in.ts'
