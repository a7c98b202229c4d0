import { describe, expect, it } from 'vitest'
import { engineArgv } from './argv.ts'

describe("the engine's words", () => {
  const order = { script: '/in/worker.py', order: '/in/order.json', threads: 3 }

  it('turn scripts of scenes off before anything is opened, and name no scene', () => {
    const argv = engineArgv({ driver: 'blender', program: '/usr/bin/blender', folders: [] }, order)
    expect(argv.slice(0, 4)).toEqual([
      '/usr/bin/blender',
      '--background',
      '--factory-startup',
      '--disable-autoexec',
    ])
    expect(argv.join(' ')).toContain('--threads 3 --python-exit-code 97 --python /in/worker.py')
    expect(argv.slice(-2)).toEqual(['--', '/in/order.json'])
  })

  it('start a Python by itself, deaf to its environment', () => {
    const argv = engineArgv({ driver: 'bpy', program: '/opt/py/bin/python', folders: [] }, order)
    expect(argv).toEqual(['/opt/py/bin/python', '-I', '/in/worker.py', '/in/order.json'])
  })
})
