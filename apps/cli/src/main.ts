import { version } from './version.ts'

const words = process.argv.slice(2)
// Scripts ask for the version often: it needs none of the commands.
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${version}\n`)
} else {
  const { runHere } = await import('./run-here.ts')
  process.exitCode = await runHere(words)
}
