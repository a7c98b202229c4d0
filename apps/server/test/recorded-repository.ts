/** Files of a repository that `restic init` 0.14.0 made. */
export const recordedRepository = {
  password: 'correct horse battery',
  keyFile: JSON.stringify({
    ...{ created: '2026-11-27T20:54:23.228623506Z', username: 'root', hostname: 'vm' },
    ...{ kdf: 'scrypt', N: 16_384, r: 8, p: 1 },
    salt: 'MfgamxQad8sR5D4EZDeQafPdy7/1SCFDTCgeDwkUNx+sHjQceVS9LwFC3f/du7etDzqsB2O9oJl9Ac6Gal4ZrQ==',
    data: 'kbPOYO/gVLp8reRC0o6KP7HXWZ7lCC17XKfoRNFmytqhN9K3YU2HL5+f2NarZzpaAZsm+QzHUdtEYiHdNCeeudHslFtaEqS6o2hno1VLMixF0SPy3zcLoXJ3lbEMDlhhGrIQVvGYFQQzA0d6dN28yT+ii8F4L1eCAtrFlh4ENlgIhus0sDnV13nr2P9dJe4KE0oeTK6GsWoIMsKTe3/tMQ==',
  }),
  config: bytesOf(
    'BoO26igFgnKkFVjcDXHU+L0cbQeFtjag0/HXh/63jjMiHeAVtAbV/BDwSd5eG6jDWtM73ksF7dKs3tjsF8MqLJ98atZs1rfB4toyDtbngaBcJf065jjNdmw0Ujy6501nFmiYN+BOebE+Kz6l1vXb13UyzsARxGdp0Vi/bFQBLaZKNzHnU5Vl3hUveQS3p9Ux+xJANNZ+t1iTXOA=',
  ),
  /** As `restic cat masterkey` shows it. */
  masterKey: {
    mac: { k: 'HvVz7kfYABBwSIbEESuSMA==', r: 'mZ5JBSw1cQiMk8UBdBbCCA==' },
    encrypt: 'zhney1Yle9yYVpmZ6nt/Kq9I+vz2goXZAGAaS4q7JGI=',
  },
} as const

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}
