import { describe, expect, it } from 'vitest'
import { engineArgv } from './argv.ts'

describe('the command line of the engine', () => {
  const order = { script: '/in/worker.py', order: '/in/order.json', threads: 3 }

  it('disables scripts of scenes before anything is opened, and names no scene', () => {
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

  it('starts Python in isolated mode, which ignores its environment', () => {
    const argv = engineArgv({ driver: 'bpy', program: '/opt/py/bin/python', folders: [] }, order)
    expect(argv).toEqual(['/opt/py/bin/python', '-I', '/in/worker.py', '/in/order.json'])
  })
})
