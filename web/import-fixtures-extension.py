"""Writes the sealed backups of the browser extension Authenticator, each as another of its releases does.

Authenticator-Extension/Authenticator, src/models/{encryption,storage,password}.ts and src/argon.ts. CryptoJS with a passphrase is
`openssl enc -aes-256-cbc -md md5`, which is what seals here. Run: python3 import-fixtures-extension.py FOLDER
"""
import base64, json, os, subprocess, sys
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

folder = sys.argv[1]
password = "open sesame é"
RFC, HELLO, OTHER = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU"
HEX = "3132333435363738393031323334353637383930"
bare64 = lambda data: base64.b64encode(data).decode().rstrip("=")


def seal(data, passphrase):
    """CryptoJS.AES.encrypt(data, passphrase).toString()"""
    command = ["openssl", "enc", "-aes-256-cbc", "-md", "md5", "-salt", "-pass", "env:PASSPHRASE"]
    out = subprocess.run(command, input=data, capture_output=True, check=True, env={**os.environ, "PASSPHRASE": passphrase}).stdout
    return base64.b64encode(out).decode()


def argon(text, salt, memory, passes):
    return Argon2id(salt=salt, length=32, iterations=passes, lanes=1, memory_cost=memory).derive(text.encode())


def encoded(text, salt, memory, passes):
    return f"$argon2id$v=19$m={memory},t={passes},p=1${bare64(salt)}${bare64(argon(text, salt, memory, passes))}"


def entry(place, kind, secret, **more):
    return {"encrypted": False, "hash": f"0000000{place}-0000-4000-8000-000000000000", "index": place, "type": kind, "secret": secret, **more}


entries = [
    entry(1, "hotp", HELLO, issuer="Bank", account="ann", counter=41, digits=7, algorithm="SHA256"),
    entry(0, "totp", RFC, issuer="Code host::code.example", account="ann@example.org", digits=8, period=60, algorithm="SHA512", pinned=True),
    entry(2, "steam", OTHER, account="ann"),
    entry(3, "hex", HEX, issuer="Door"),
]


def save(name, data):
    open(f"{folder}/{name}", "w", encoding="utf-8").write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


sealed = lambda passphrase: {one["hash"]: {**one, "encrypted": True, "secret": seal(one["secret"].encode(), passphrase)} for one in entries}
# 1: the password seals each secret
save("extension-1.json", sealed(password))
# 2: it seals a key, whose hexadecimal letters seal the secrets; memory is 16 MiB and there is one pass
key, salt = os.urandom(120), os.urandom(16)
save("extension-2.json", {**sealed(key.hex()), "key": {"enc": seal(key, password), "hash": encoded(key.hex(), salt, 16384, 1)}})
# 3: the letters of an Argon2 hash of it seal whole entries; its salt is a text of bytes. One entry was never sealed.
salt = "".join(chr(byte) for byte in os.urandom(16))
passphrase = bare64(argon(password, salt.encode(), 19456, 2))
name = "11111111-1111-4111-8111-111111111111"
record = {"dataType": "Key", "id": name, "salt": salt, "hash": encoded(passphrase, os.urandom(16), 19456, 2), "version": 3}
whole = {one["hash"]: {"dataType": "EncOTPStorage", "data": seal(json.dumps({**one, "encrypted": True, "keyId": name, "dataType": "OTPStorage"}).encode(), passphrase), "keyId": name, "index": one["index"]} for one in entries[:3]}
save("extension-3.json", {**whole, entries[3]["hash"]: {**entries[3], "dataType": "OTPStorage"}, name: record})
