import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Downloads packages of Debian and unpacks them into a folder, without installing them. @throws where there is no apt-get,
 * or no mirror that answers
 */
export async function unpackPackages(folder: string, packages: readonly string[]): Promise<void> {
  await run('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', 'download', ...packages], {
    cwd: folder,
  })
  for (const name of packages) {
    await run('sh', ['-c', 'dpkg -x "$1"_*.deb .', 'sh', name], { cwd: folder })
  }
}
