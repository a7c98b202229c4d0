import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { jupyterLinks, jupyterScript, withJupyter } from './jupyter-mode.ts'
import type { InstanceTemplate } from './schema.ts'

const run = promisify(execFile)

describe('an instance in the jupyter launch mode', () => {
  it('gets a token, its port and a check that JupyterLab answers', () => {
    const started = withJupyter(aTemplate({ ports: [6_006] }), 'secret')
    expect(started).toMatchObject({
      env: { JUPYTER_TOKEN: 'secret' },
      ports: [8_888, 6_006],
      readiness: { kind: 'http', port: 8_888, path: '/api' },
    })
    expect(jupyterLinks(started)).toEqual([
      { title: 'JupyterLab', port: 8_888, path: '/lab?token=secret' },
    ])
  })

  it('keeps a token, a port and a check of its template', () => {
    const template = aTemplate({
      env: { JUPYTER_TOKEN: 'a b&c' },
      ports: [8_888],
      readiness: { kind: 'tcp', port: 6_006, timeout_s: 5 },
    })
    const started = withJupyter(template, 'secret')
    expect(started).toEqual(template)
    expect(jupyterLinks(started)[0]?.path).toBe('/lab?token=a%20b%26c')
  })

  it('has no such page in other launch modes', () => {
    expect(jupyterLinks(aTemplate({ launch_mode: 'shell' }))).toEqual([])
  })
})

describe('its start script', () => {
  it('starts the JupyterLab of the image on its port, and then the script of the template', async () => {
    await using image = await anImage()
    const script = `#!/usr/bin/env bash\nwords=(one two)\necho "\${words[1]} end-$USER"\r\ncat <<'END'\n$HOME\nEND`
    expect(await image.run(jupyterScript(script))).toBe(
      'lab --ip=0.0.0.0 --port=8888 --no-browser --allow-root\ntwo end-me\n$HOME\n',
    )
  })

  it('fails where the script of the template fails', async () => {
    await using image = await anImage()
    await expect(image.run(jupyterScript('exit 7'))).rejects.toMatchObject({ code: 7 })
  })

  it('is a script of a plain shell, with and without one of the template', async () => {
    await using image = await anImage()
    for (const script of [jupyterScript(''), jupyterScript('echo')])
      expect(await image.check(script)).toBe('')
  })
})

function aTemplate(changed: Partial<InstanceTemplate>): InstanceTemplate {
  return {
    name: 'Lab',
    image_path_with_tag: 'python:3',
    launch_mode: 'jupyter',
    on_start_script: '',
    env: {},
    ports: [],
    readiness: { kind: 'started' },
    ...changed,
  }
}

/** A machine whose JupyterLab prints how it was started. */
async function anImage() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-jupyter-'))
  const lab = path.join(folder, 'jupyter-lab')
  await writeFile(lab, '#!/bin/sh\necho "lab $*" >"$HOME/lab"\n')
  await chmod(lab, 0o755)
  const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, USER: 'me' }
  const write = async (script: string) => {
    const file = path.join(folder, 'script')
    await writeFile(file, script)
    return file
  }
  return {
    /** What JupyterLab and then the script print: JupyterLab runs beside it. */
    async run(script: string): Promise<string> {
      const file = await write(`${script}\nwait`)
      const { stdout } = await run('sh', [file], { env, timeout: 20_000 })
      return `${(await run('cat', [path.join(folder, 'lab')])).stdout}${stdout}`
    },
    async check(script: string): Promise<string> {
      return (await run('sh', ['-n', await write(script)], { env })).stderr
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
