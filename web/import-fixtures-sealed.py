"""Writes the sealed fixtures of src/transfer/fixtures: the plain ones beside them, encrypted with other software than what reads them.

Uses the standard library, the package "cryptography" and libsodium. Each writer follows the documentation or the source of the application it
stands for, which is named beside it. Run: python3 import-fixtures-sealed.py FOLDER
"""
import base64, ctypes, ctypes.util, hashlib, hmac, json, os, struct, sys
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from cryptography.hazmat.primitives.padding import PKCS7

folder = sys.argv[1]
password = "open sesame é"
pw = password.encode()
random = os.urandom
text64 = lambda data: base64.b64encode(data).decode()


def plain(name):
    return open(f"{folder}/{name}", encoding="utf-8").read()


def save(name, data):
    open(f"{folder}/{name}", "w", encoding="utf-8", newline="").write(data if isinstance(data, str) else json.dumps(data, indent=2) + "\n")


# Aegis: beemdevelopment/Aegis, docs/vault.md. A slot for a fingerprint and one for a password hold the same key.
def sealed(key, data):
    nonce = random(12)
    text = AESGCM(key).encrypt(nonce, data, None)
    return text[:-16], {"nonce": nonce.hex(), "tag": text[-16:].hex()}


def slot(kind, uuid, key, master, **more):
    text, params = sealed(key, master)
    return {"type": kind, "uuid": uuid, "key": text.hex(), "key_params": params, **more}


master, salt = random(32), random(32)
derived = Scrypt(salt=salt, length=32, n=32768, r=8, p=1).derive(pw)
slots = [slot(2, "u", random(32), master), slot(1, "v", derived, master, n=32768, r=8, p=1, salt=salt.hex(), repaired=True, is_backup=False)]
content, params = sealed(master, json.dumps(json.loads(plain("aegis-plain.json"))["db"]).encode())
save("aegis-encrypted.json", {"version": 1, "header": {"slots": slots, "params": params}, "db": text64(content)})

# 2FAS: twofas/2fas-android, BackupCipher: PBKDF2 with SHA-256, 256 bytes of salt, and the parts in Base64 between colons
backup = json.loads(plain("2fas-plain.2fas"))
salt, nonce = random(256), random(12)
key = hashlib.pbkdf2_hmac("sha256", pw, salt, 10_000, 32)
services = AESGCM(key).encrypt(nonce, json.dumps(backup["services"]).encode(), None)
reference = AESGCM(key).encrypt(nonce, b"tRViSsLKzd86Hprh4ceC2OP7xazn4rrt", None)
parts = lambda data: ":".join(text64(part) for part in (data, salt, nonce))
save("2fas-encrypted.2fas", {**backup, "services": [], "servicesEncrypted": parts(services), "reference": parts(reference)})

# andOTP: andOTP/andOTP, EncryptionHelper: rounds, salt, nonce, and AES-GCM under PBKDF2 with SHA-1
salt, nonce, rounds = random(12), random(12), 140_000
key = hashlib.pbkdf2_hmac("sha1", pw, salt, rounds, 32)
save("andotp-encrypted.base64", text64(struct.pack(">I", rounds) + salt + nonce + AESGCM(key).encrypt(nonce, plain("andotp-plain.json").encode(), None)))


# Bitwarden: https://bitwarden.com/help/encrypted-export/ and the EncString of its clients: AES-CBC and HMAC under two keys that HKDF stretches
def enc_string(key, data):
    part = lambda purpose: HKDFExpand(algorithm=SHA256(), length=32, info=purpose).derive(key)
    iv, padder = random(16), PKCS7(128).padder()
    sealer = Cipher(algorithms.AES(part(b"enc")), modes.CBC(iv)).encryptor()
    text = sealer.update(padder.update(data) + padder.finalize()) + sealer.finalize()
    return f"2.{text64(iv)}|{text64(text)}|{text64(hmac.new(part(b'mac'), iv + text, hashlib.sha256).digest())}"


def bitwarden(name, derive, **kdf):
    salt = text64(random(16))
    key = derive(salt.encode())
    save(name, {"encrypted": True, "passwordProtected": True, "salt": salt, **kdf, "encKeyValidation_DO_NOT_EDIT": enc_string(key, random(16).hex().encode()), "data": enc_string(key, plain("bitwarden.json").encode())})


bitwarden("bitwarden-pbkdf2.json", lambda salt: hashlib.pbkdf2_hmac("sha256", pw, salt, 100_000, 32), kdfType=0, kdfIterations=100_000)
argon = lambda salt: Argon2id(salt=hashlib.sha256(salt).digest(), length=32, iterations=3, lanes=4, memory_cost=65_536).derive(pw)
bitwarden("bitwarden-argon2.json", argon, kdfType=1, kdfIterations=3, kdfMemory=64, kdfParallelism=4)

# Ente Auth: ente-io/ente, docs/docs/auth/migration/export.md: libsodium's secretstream under a key of its pwhash. Older versions left out the
# tag that ends the stream.
sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
sodium.sodium_init()
messageTag, finalTag = 0, 3


def ente(name, tag):
    passes, memory, salt = 3, 67_108_864, random(16)
    key, state, header = ctypes.create_string_buffer(32), ctypes.create_string_buffer(52), ctypes.create_string_buffer(24)
    derived = sodium.crypto_pwhash(key, ctypes.c_ulonglong(32), pw, ctypes.c_ulonglong(len(pw)), salt, ctypes.c_ulonglong(passes), ctypes.c_size_t(memory), 2)
    assert derived == 0
    sodium.crypto_secretstream_xchacha20poly1305_init_push(state, header, key)
    text = plain("links.txt").split("\n\n", 1)[1].encode()
    out = ctypes.create_string_buffer(len(text) + 17)
    sodium.crypto_secretstream_xchacha20poly1305_push(state, out, None, text, ctypes.c_ulonglong(len(text)), None, ctypes.c_ulonglong(0), ctypes.c_ubyte(tag))
    save(name, {"version": 1, "kdfParams": {"memLimit": memory, "opsLimit": passes, "salt": text64(salt)}, "encryptedData": text64(out.raw), "encryptionNonce": text64(header.raw)})


ente("ente-encrypted.txt", finalTag)
ente("ente-encrypted-untagged.txt", messageTag)
