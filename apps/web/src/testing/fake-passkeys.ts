/**
 * A browser that has passkeys, until the end of the scope: it makes or uses one whenever it is asked, or
 * fails as given, as when a person closes its dialog.
 */
export function fakePasskeys(failure?: Error) {
  const seen = { asked: 0 }
  async function answered() {
    seen.asked += 1
    if (failure) throw failure
    return credential()
  }
  const credentials = { create: answered, get: answered }
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: class {}, configurable: true })
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  return {
    get asked() {
      return seen.asked
    },
    [Symbol.dispose]() {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
      Reflect.deleteProperty(navigator, 'credentials')
    },
  }
}

/** What an authenticator answers, as far as the page reads it. */
function credential() {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  return {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: {
      attestationObject: bytes,
      clientDataJSON: bytes,
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getPublicKey: () => bytes,
      getAuthenticatorData: () => bytes,
    },
    getClientExtensionResults: () => ({}),
  }
}
