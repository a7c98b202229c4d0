import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The output of a script in a container that no agent confines, with extra arguments of `docker run`. */
export async function inContainerByHand(
  image: string,
  script: string,
  words: readonly string[],
): Promise<string> {
  const { stdout } = await run('docker', ['run', '--rm', ...words, image, 'sh', '-c', script])
  return stdout
}

/**
 * Creates an image by hand: this machine's busybox and a key, with instructions such as `WORKDIR /x` or `LABEL a=b`
 * (see `docker import --change`).
 */
export async function imageByHand(word: string, instructions: readonly string[] = []) {
  const name = `gridloom-test/${word}:${crypto.randomUUID().slice(0, 8)}`
  const script =
    'set -e; name=$1; shift; folder=$(mktemp -d); mkdir "$folder/bin"; for tool in sh cat sleep rm; do cp /bin/busybox "$folder/bin/$tool"; done; echo "a key" > "$folder/key"; act=import; tar -C "$folder" -c . | docker $act "$@" - "$name"; rm -r "$folder"'
  const changes = instructions.flatMap((instruction) => ['--change', instruction])
  await run('sh', ['-c', script, 'sh', name, ...changes])
  return {
    name,
    async [Symbol.asyncDispose]() {
      await run('docker', ['rmi', '-f', name])
    },
  }
}
