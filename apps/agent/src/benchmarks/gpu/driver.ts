import koffi from 'koffi/indirect'
import { z } from 'zod'
import { DriverError } from './driver-error.ts'

/** A GPU as the driver numbers it. */
export interface DriverDevice {
  ordinal: number
  /** As nvidia-smi writes it: `GPU-…`. A part of a GPU (MIG) has an id of its own. */
  uuid: string
}

/** Handles and addresses of the driver. */
type Handle = bigint

/** The calls of NVIDIA's driver library that a measurement needs, each throwing with the driver's own error name. */
export interface Driver {
  devices(): DriverDevice[]
  /** Makes a GPU the current one; the result releases it. */
  use(device: DriverDevice): Disposable
  processors(device: DriverDevice): number
  freeBytes(): number
  allocate(bytes: number): Handle
  /** Compiles PTX text and finds a kernel in it. */
  kernel(ptx: string, entry: string): Handle
  launch(kernel: Handle, shape: { blocks: number; threads: number }, parameters: Buffer[]): void
  copy(to: Handle, from: Handle, bytes: number): void
  /** Runs some work on the GPU, waits for it, and returns its time there in milliseconds. */
  time(work: () => void): number
}

/** `CUdevice_attribute`, from cuda.h. */
const multiprocessorCount = 16

const pointerBytes = 8
const uuidBytes = 16
const Count = z.int().min(0)
const Code = z.int()

/**
 * Loads the driver library. Signatures: NVIDIA, "CUDA Driver API". Errors: the library is missing, or no GPU answers.
 */
export function openDriver(library: string): Driver {
  const loaded = load(library)
  const bind = (name: string, types: string[]) => {
    const call = loaded.func(name, 'int', types)
    return (...values: unknown[]) => check(name, Code.parse(call(...values)))
  }
  const nameOf = loaded.func('cuGetErrorName', 'int', ['int', 'void *'])
  function check(call: string, code: number): void {
    if (code === 0) return
    const out = Buffer.alloc(pointerBytes)
    const isKnown = Code.parse(nameOf(code, out)) === 0 && out.readBigUInt64LE() !== 0n
    const name = isKnown ? z.string().parse(koffi.decode.string(out.readBigUInt64LE())) : code
    throw new DriverError(`${call}: ${name}`)
  }
  bind('cuInit', ['uint32_t'])(0)
  return { ...devicesOf(bind), ...memoryOf(bind), ...kernelsOf(bind), ...timerOf(bind) }
}

function load(library: string): ReturnType<typeof koffi.load> {
  try {
    return koffi.load(library)
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    throw new DriverError(`${library}: ${text}`, { cause })
  }
}

type Bind = (name: string, types: string[]) => (...values: unknown[]) => void

function devicesOf(bind: Bind): Pick<Driver, 'devices' | 'use' | 'processors'> {
  const count = bind('cuDeviceGetCount', ['void *'])
  const get = bind('cuDeviceGet', ['void *', 'int'])
  // The first version gives a part of a GPU the id of the whole one.
  const uuid = bind('cuDeviceGetUuid_v2', ['void *', 'int'])
  const attribute = bind('cuDeviceGetAttribute', ['void *', 'int', 'int'])
  const retain = bind('cuDevicePrimaryCtxRetain', ['void *', 'int'])
  const release = bind('cuDevicePrimaryCtxRelease_v2', ['int'])
  const setCurrent = bind('cuCtxSetCurrent', ['uint64_t'])
  const deviceAt = (ordinal: number) => readInt((out) => get(out, ordinal))
  return {
    devices: () =>
      Array.from({ length: readInt((out) => count(out)) }, (_, ordinal) => {
        const bytes = Buffer.alloc(uuidBytes)
        uuid(bytes, deviceAt(ordinal))
        return { ordinal, uuid: uuidText(bytes) }
      }),
    use: ({ ordinal }) => {
      const device = deviceAt(ordinal)
      setCurrent(readHandle((out) => retain(out, device)))
      return { [Symbol.dispose]: () => release(device) }
    },
    processors: ({ ordinal }) =>
      readInt((out) => attribute(out, multiprocessorCount, deviceAt(ordinal))),
  }
}

/** What is allocated is freed with the GPU's context, when it is released. */
function memoryOf(bind: Bind): Pick<Driver, 'freeBytes' | 'allocate' | 'copy'> {
  const info = bind('cuMemGetInfo_v2', ['void *', 'void *'])
  const allocate = bind('cuMemAlloc_v2', ['void *', 'size_t'])
  const copy = bind('cuMemcpyDtoDAsync_v2', ['uint64_t', 'uint64_t', 'size_t', 'uint64_t'])
  return {
    freeBytes: () => Number(readHandle((out) => info(out, Buffer.alloc(pointerBytes)))),
    allocate: (bytes) => readHandle((out) => allocate(out, bytes)),
    copy: (to, from, bytes) => copy(to, from, bytes, 0n),
  }
}

function kernelsOf(bind: Bind): Pick<Driver, 'kernel' | 'launch'> {
  const load = bind('cuModuleLoadData', ['void *', 'void *'])
  const find = bind('cuModuleGetFunction', ['void *', 'uint64_t', 'void *'])
  const numbers = Array.from({ length: 7 }, () => 'uint32_t')
  const types = ['uint64_t', ...numbers, 'uint64_t', 'void *', 'void *']
  const launch = bind('cuLaunchKernel', types)
  return {
    kernel: (ptx, entry) => {
      const module = readHandle((out) => load(out, Buffer.from(`${ptx}\0`)))
      return readHandle((out) => find(out, module, Buffer.from(`${entry}\0`)))
    },
    launch: (kernel, { blocks, threads }, parameters) => {
      // The driver wants an array of pointers to the parameters, and copies them before it returns.
      const pointers = Buffer.alloc(parameters.length * pointerBytes)
      for (const [place, parameter] of parameters.entries())
        pointers.writeBigUInt64LE(koffi.address(parameter), place * pointerBytes)
      launch(kernel, blocks, 1, 1, threads, 1, 1, 0, 0n, pointers, null)
    },
  }
}

function timerOf(bind: Bind): Pick<Driver, 'time'> {
  const create = bind('cuEventCreate', ['void *', 'uint32_t'])
  const record = bind('cuEventRecord', ['uint64_t', 'uint64_t'])
  const wait = bind('cuEventSynchronize', ['uint64_t'])
  const elapsed = bind('cuEventElapsedTime', ['void *', 'uint64_t', 'uint64_t'])
  const destroy = bind('cuEventDestroy_v2', ['uint64_t'])
  return {
    time: (work) => {
      const start = readHandle((out) => create(out, 0))
      const end = readHandle((out) => create(out, 0))
      record(start, 0n)
      work()
      record(end, 0n)
      wait(end)
      const ms = Buffer.alloc(4)
      elapsed(ms, start, end)
      destroy(start)
      destroy(end)
      return z.number().min(0).parse(ms.readFloatLE())
    },
  }
}

function readInt(call: (out: Buffer) => void): number {
  const out = Buffer.alloc(4)
  call(out)
  return Count.parse(out.readInt32LE())
}

function readHandle(call: (out: Buffer) => void): Handle {
  const out = Buffer.alloc(pointerBytes)
  call(out)
  return out.readBigUInt64LE()
}

/** `GPU-` and the 16 bytes in the groups of a UUID. */
export function uuidText(bytes: Buffer): string {
  return `GPU-${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}
