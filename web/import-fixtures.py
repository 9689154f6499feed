"""Writes the fixtures of src/transfer/fixtures/formats, which are encrypted or binary, with other software than what reads them.

Uses the standard library, the package "cryptography" the sqlite3 program and GnuPG. Each writer follows the documentation or the source of the
application it stands for, which is named beside it. Run: python3 import-fixtures.py FOLDER
"""
import base64, binascii, ctypes, ctypes.util, gzip, hashlib, hmac, json, os, plistlib, re, sqlite3, struct, subprocess, sys, tempfile, zlib
from xml.sax.saxutils import escape, quoteattr
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.padding import PKCS7

folder = sys.argv[1]
password = "open sesame é"
pw = password.encode()
RFC, HELLO, OTHER = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU"
raw = base64.b32decode
LINKS = [
    f"otpauth://totp/Code%20host:ann%40example.org?secret={RFC}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60",
    f"otpauth://hotp/Bank:ann?secret={HELLO}&issuer=Bank&algorithm=SHA256&digits=7&counter=41",
    f"otpauth://steam/Games:ann?secret={OTHER}&issuer=Games",
]
random = os.urandom


def save(name, data):
    if isinstance(data, str):
        open(f"{folder}/{name}", "w", encoding="utf-8", newline="").write(data)
    else:
        open(f"{folder}/{name}.base64", "w").write(base64.encodebytes(data).decode())


def signed(data):
    return [byte - 256 if byte > 127 else byte for byte in data]


def pbkdf2(name, secret, salt, rounds, length=32):
    return hashlib.pbkdf2_hmac(name, secret, salt, rounds, length)


def cbc(key, iv, data, pad=True):
    padder = PKCS7(128).padder()
    data = padder.update(data) + padder.finalize() if pad else data
    sealer = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    return sealer.update(data) + sealer.finalize()


def argon2id(secret, salt, memory_kib, passes, lanes):
    return Argon2id(salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=memory_kib).derive(secret)


# Proton Authenticator: protonpass/proton-pass-common, proton-authenticator/src/entry/export.rs
plain = {"version": 1, "entries": [{"id": str(i), "content": {"uri": uri, "entry_type": "Totp", "name": "ann"}, "note": None} for i, uri in enumerate(LINKS[:1])]}
salt, nonce = random(16), random(12)
key = argon2id(pw, salt, 19 * 1024, 2, 1)
content = nonce + AESGCM(key).encrypt(nonce, json.dumps(plain).encode(), b"proton.authenticator.export.v1")
save("proton-encrypted.json", json.dumps({"version": 1, "salt": base64.b64encode(salt).decode(), "content": base64.b64encode(content).decode()}))


# FreeOTP 2: freeotp/freeotp-android, TokenPersistence and EncryptedKey; the stream of java.io.ObjectOutputStream
def java_map(values):
    def text(value):
        data = value.encode()
        return b"\x74" + struct.pack(">H", len(data)) + data

    def utf(value):
        return struct.pack(">H", len(value)) + value.encode()

    head = b"\xac\xed\x00\x05\x73\x72" + utf("java.util.HashMap") + bytes.fromhex("0507dac1c31660d1") + b"\x03\x00\x02"
    head += b"F" + utf("loadFactor") + b"I" + utf("threshold") + b"\x78\x70" + struct.pack(">fi", 0.75, 12)
    body = b"\x77\x08" + struct.pack(">ii", 16, len(values))
    return head + body + b"".join(text(k) + text(v) for k, v in values.items()) + b"\x78"


def sealed_key(key, data, token):
    nonce = random(12)
    text = AESGCM(key).encrypt(nonce, data, token.encode())
    parameters = b"\x30\x11\x04\x0c" + nonce + b"\x02\x01\x10"
    return {"mCipher": "AES/GCM/NoPadding", "mCipherText": signed(text), "mParameters": signed(parameters), "mToken": token}


master, salt = random(32), random(32)
values = {"masterKey": json.dumps({"mAlgorithm": "PBKDF2withHmacSHA512", "mEncryptedKey": sealed_key(pbkdf2("sha512", pw, salt, 1000), master, "AES"), "mIterations": 1000, "mSalt": signed(salt)})}
tokens = [
    ("a", RFC, {"algo": "SHA512", "digits": 8, "issuerExt": "Code host", "issuerInt": "Code host", "label": "ann@example.org", "period": 60, "type": "TOTP"}),
    ("b", HELLO, {"algo": "SHA256", "counter": 41, "digits": 7, "issuerExt": "Bank", "label": "ann", "type": "HOTP"}),
]
for name, secret, token in tokens:
    values[name] = json.dumps({"key": json.dumps(sealed_key(master, raw(secret), "HmacSHA1"))})
    values[f"{name}-token"] = json.dumps(token)
save("freeotp-2", java_map(values))
old = [dict(token, secret=signed(raw(secret)), **({"counter": 40} if token["type"] == "HOTP" else {"counter": 0})) for _, secret, token in tokens]


def preferences(texts):
    lines = [f"    <string name={quoteattr(name)}>{escape(text, {chr(34): '&quot;'})}</string>" for name, text in texts.items()]
    return "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n    <int name=\"version\" value=\"3\" />\n" + "\n".join(lines) + "\n</map>\n"


save("freeotp-1.xml", preferences({"Bank:ann": json.dumps(old[1]), "Code host:ann@example.org": json.dumps(old[0]), "tokenOrder": json.dumps(["Code host:ann@example.org", "Bank:ann"])}))
save("freeotp-plus.json", json.dumps({"tokenOrder": [], "tokens": old}))

# Stratum: stratumauth/app, doc/BACKUP_FORMAT.md
backup = {
    "Authenticators": [
        {"Type": 2, "Icon": None, "Issuer": "Code host", "Username": "ann@example.org", "Secret": RFC, "Algorithm": 2, "Digits": 8, "Period": 60, "Counter": 0, "Ranking": 0},
        {"Type": 1, "Icon": None, "Issuer": "Bank", "Username": "ann", "Secret": HELLO, "Algorithm": 1, "Digits": 7, "Period": 30, "Counter": 41, "Ranking": 1},
        {"Type": 4, "Icon": None, "Issuer": "Games", "Username": "ann", "Secret": OTHER, "Algorithm": 0, "Digits": 5, "Period": 30, "Counter": 0, "Ranking": 2},
    ],
    "Categories": [{"Id": "1", "Name": "Team", "Ranking": 0}],
    "AuthenticatorCategories": [{"CategoryId": "1", "AuthenticatorSecret": RFC, "Ranking": 0}],
    "CustomIcons": [],
}
save("stratum.json", json.dumps(backup))
salt, nonce = random(16), random(12)
save("stratum-encrypted", b"AUTHENTICATORPRO" + salt + nonce + AESGCM(argon2id(pw, salt, 65536, 3, 4)).encrypt(nonce, json.dumps(backup).encode(), None))
salt, iv = random(20), random(16)
save("stratum-legacy", b"AuthenticatorPro" + salt + iv + cbc(pbkdf2("sha1", pw, salt, 64000), iv, json.dumps(backup).encode()))


def database(script, rows=(), before=""):
    path = tempfile.mktemp(suffix=".db")
    inserts = "".join(f"insert into {table} values ({', '.join('null' if v is None else repr(v) for v in row)});\n" for table, row in rows)
    subprocess.run(["sqlite3", path], input=before + script + inserts, text=True, check=True, capture_output=True)
    return open(path, "rb").read()


fields = ["Type", "Issuer", "Username", "Secret", "Algorithm", "Digits", "Period", "Counter", "Ranking"]
save("stratum-db", database(
    'create table "authenticator" ("type" integer, "issuer" varchar(32), "username" varchar(40), "secret" varchar primary key not null, "algorithm" integer, "digits" integer, "period" integer, "counter" integer, "ranking" integer);'
    'create table category (id varchar primary key, name varchar); create table authenticatorcategory (categoryId varchar, authenticatorSecret varchar, ranking integer);',
    [("authenticator", [a[f] for f in fields]) for a in backup["Authenticators"]] + [("category", ["1", "Team"]), ("authenticatorcategory", ["1", RFC, 0])]))
many = [("accounts", [None, f"Issuer {i}:user {i}", RFC, 0, 0, 0, f"Issuer {i}", f"Issuer {i}:{'long ' * (400 if i == 7 else 1)}"]) for i in range(200)]
google = "create table accounts (_id INTEGER PRIMARY KEY, email TEXT NOT NULL, secret TEXT NOT NULL, counter INTEGER DEFAULT 0, type INTEGER, provider INTEGER DEFAULT 0, issuer TEXT DEFAULT NULL, original_name TEXT DEFAULT NULL);"
save("google-db", database(google, [("accounts", [None, "Code host:ann@example.org", RFC, 0, 0, 0, "Code host", ""]), ("accounts", [None, "Bank:ann", HELLO, 41, 1, 0, "Bank", ""])]))
locked = google.replace("issuer TEXT", "isencrypted INTEGER DEFAULT 0, issuer TEXT")
save("google-db-locked", database(locked, [("accounts", [None, "Code host:ann", "c2VhbGVk", 0, 0, 0, 1, "Code host", ""])]))
# A schema that would do harm if anybody ran it: nothing of it is in a row.
save("hostile-schema", database(
    "create table accounts (_id INTEGER PRIMARY KEY, shown TEXT GENERATED ALWAYS AS (email || 'never read') VIRTUAL, email TEXT NOT NULL, twice TEXT AS (secret || ',' || secret) STORED, \"odd, (name\" TEXT DEFAULT 'as (x)', secret TEXT NOT NULL CHECK (length(secret) > 1), counter INTEGER, type INTEGER, issuer TEXT);"
    "insert into accounts (email, secret, counter, type, issuer) values ('ann@example.org', '" + RFC + "', 0, 0, 'Code host'), ('ann', '" + HELLO + "', 41, 1, 'Bank');"
    "create view account as with recursive r(x) as (select 1 union all select x + 1 from r) select x as type, x as secret, x as issuer from r;"
    "create trigger t after update on accounts begin delete from accounts; end;"
    "create index i on accounts (lower(secret) || hex(issuer)) where secret > 'A';"
    "create virtual table category using fts5(id, name); insert into category values ('1', 'Team');"
    "create table stuff (a, b, primary key (a)) without rowid; insert into stuff values (1, 2);"))
save("hostile-view", database("create table x (a); create view accounts as with recursive r(x) as (select 1 union all select x + 1 from r) select x as _id, 'a' as email, '" + RFC + "' as secret, 0 as counter, 0 as type from r;"))
save("google-db-large", database("pragma page_size=512;" + google, many))
microsoft = (
    "create table accounts (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, username TEXT NOT NULL, oath_secret_key TEXT NOT NULL, account_type INTEGER NOT NULL, ux_position INTEGER NOT NULL, encrypted_oath_secret_key TEXT NOT NULL);")
save("microsoft-db-locked", database(microsoft, [("accounts", [None, "Code host", "ann", "", 0, 0, "c2VhbGVk"])]))
save("microsoft-db", database(microsoft,
    [("accounts", [None, "Microsoft", "ann@example.org", base64.b64encode(raw(HELLO)).decode(), 1, 1, ""]), ("accounts", [None, "Code host", "ann", RFC.lower(), 0, 0, ""]), ("accounts", [None, "Work", "ann", "", 2, 2, ""])]))

# Authenticator Plus: a database of SQLCipher 3, https://www.zetetic.net/sqlcipher/design/
plain_db = database(
    "pragma page_size=1024; create table accounts (_id integer primary key, email text, secret text, counter integer, type integer, issuer text, original_name text, category text); create table category (name text);",
    [("accounts", [None, "ann", RFC, 0, 0, "Code host", "", "Team"]), ("accounts", [None, "ann", HELLO, 41, 1, "Bank", "", "All Accounts"])], ".filectrl reserve_bytes 48\n")
assert plain_db[16:18] == b"\x04\x00" and plain_db[20] == 48
salt = random(16)
key = pbkdf2("sha1", pw, salt, 64000)
mac_key = pbkdf2("sha1", key, bytes(b ^ 0x3A for b in salt), 2)
pages = b""
for number in range(len(plain_db) // 1024):
    page = plain_db[number * 1024 : number * 1024 + 976]
    iv = random(16)
    text = cbc(key, iv, page[16:] if number == 0 else page, pad=False) + iv
    mac = hmac.new(mac_key, text + struct.pack("<I", number + 1), hashlib.sha1).digest()
    pages += (salt if number == 0 else b"") + text + mac + random(12)
save("authplus.db", pages)


# ZIP archives: PKWARE's APPNOTE 6.1 and https://www.winzip.com/en/support/aes-encryption/
def archive(files, seal=None):
    body, directory = b"", b""
    for name, data in files.items():
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(data) + packer.flush()
        crc, method, flags, extra = binascii.crc32(data), 8, 0, b""
        if seal:
            packed, method, extra, crc, flags = seal(packed, crc)
        common = struct.pack("<HHHHHIIIHH", 20, flags, method, 0, 33, crc, len(packed), len(data), len(name), len(extra))
        directory += b"PK\x01\x02\x14\x03" + common + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name.encode() + extra
        body += b"PK\x03\x04" + common + name.encode() + extra + packed
    return body + directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, len(files), len(files), len(directory), len(body), 0)


def zip_crypto(packed, crc):
    state = [0x12345678, 0x23456789, 0x34567890]

    def step(crc, byte):
        # One byte of the usual checksum, without its inversions.
        return (binascii.crc32(bytes([byte]), crc ^ 0xFFFFFFFF) ^ 0xFFFFFFFF) & 0xFFFFFFFF

    def turn(byte):
        state[0] = step(state[0], byte)
        state[1] = ((state[1] + (state[0] & 255)) * 134775813 + 1) & 0xFFFFFFFF
        state[2] = step(state[2], state[1] >> 24)

    for byte in pw:
        turn(byte)
    out = bytearray()
    for byte in random(11) + bytes([crc >> 24]) + packed:
        temp = (state[2] | 2) & 0xFFFF
        out.append(byte ^ (((temp * (temp ^ 1)) >> 8) & 255))
        turn(byte)
    return bytes(out), 8, b"", crc, 1


def zip_aes(packed, crc):
    salt = random(16)
    keys = pbkdf2("sha1", pw, salt, 1000, 66)
    out = b""
    ecb = Cipher(algorithms.AES(keys[:32]), modes.ECB()).encryptor()
    for at in range(0, len(packed), 16):
        stream = ecb.update(struct.pack("<QQ", at // 16 + 1, 0))
        out += bytes(a ^ b for a, b in zip(packed[at : at + 16], stream))
    mac = hmac.new(keys[32:64], out, hashlib.sha1).digest()[:10]
    return salt + keys[64:] + out + mac, 99, struct.pack("<HHH2sBH", 0x9901, 7, 2, b"AE", 3, 8), 0, 1


links = "\n".join(LINKS).encode() + b"\n"
save("authenticator-plus.zip", archive({"Accounts.txt": links}, zip_crypto))
raivo = [{"issuer": "Code host", "account": "ann@example.org", "secret": RFC, "algorithm": "SHA512", "digits": "8", "kind": "TOTP", "timer": "60", "counter": "0", "iconValue": "", "iconType": "", "pinned": "true"},
         {"issuer": "Bank", "account": "ann", "secret": HELLO, "algorithm": "SHA256", "digits": "7", "kind": "HOTP", "timer": "30", "counter": "41", "iconValue": "", "iconType": "", "pinned": "false"}]
save("raivo.zip", archive({"raivo-otp-export.json": json.dumps(raivo).encode()}, zip_aes))
item = lambda title, totp, **more: {"uuid": "x", "favIndex": 1, "state": "active", "overview": {"title": title, "tags": ["Team"], "subtitle": "ann@example.org"}, "details": {"loginFields": [{"designation": "username", "value": "ann@example.org"}, {"designation": "password", "value": "secret"}], "notesPlain": "work", "sections": [{"title": "", "fields": [{"title": "one-time password", "id": "TOTP_1", "value": {"totp": totp}}]}]}, **more}
save("onepassword.1pux", archive({"export.attributes": b'{"version":3}', "export.data": json.dumps({"accounts": [{"attrs": {}, "vaults": [{"attrs": {"name": "Personal"}, "items": [item("Code host", LINKS[0]), item("Old", LINKS[1], state="archived"), item("Gone", LINKS[1], trashed=True)]}]}]}).encode()}))
proton = lambda name, state, content, extra=(): {"itemId": name, "state": state, "pinned": True, "data": {"type": "login", "metadata": {"name": name, "note": "work"}, "extraFields": list(extra), "content": content}}
save("proton-pass.zip", archive({"Proton Pass/data.json": json.dumps({"version": "1", "encrypted": False, "vaults": {"v": {"name": "Personal", "items": [
    proton("Code host", 1, {"itemUsername": "ann@example.org", "totpUri": LINKS[0]}), proton("Gone", 2, {"totpUri": LINKS[1]}), proton("Bank", 1, {"totpUri": ""}, [{"fieldName": "Code", "type": "totp", "data": {"totpUri": LINKS[1]}}])]}}}).encode()}))

# TOTP Authenticator: beemdevelopment/Aegis, TotpAuthenticatorImporter
codes = [{"base": 16, "digits": "8", "period": "60", "issuer": "Code host", "key": raw(RFC).hex().upper(), "name": "ann@example.org", "isFavorite": True}, {"base": 32, "digits": "6", "period": "30", "issuer": "Unknown", "key": HELLO, "name": "Door", "isFavorite": False}]
sealed = cbc(hashlib.sha256(pw).digest(), bytes(16), json.dumps({json.dumps(codes): "x"}).encode())
save("totp-authenticator.txt", base64.b64encode(sealed).decode())
usual = cbc(hashlib.sha256(b"TotpAuthenticator").digest(), bytes(16), json.dumps({json.dumps(codes): "x"}).encode())
save("totp-authenticator-usual.txt", base64.b64encode(usual).decode())
save("totp-authenticator.xml", preferences({"STATIC_TOTP_CODES_LIST": json.dumps(codes)}))

# Authy: beemdevelopment/Aegis, AuthyImporter
def authy(secret, salt):
    return base64.b64encode(cbc(pbkdf2("sha1", pw, salt.encode(), 1000), bytes(16), secret.encode())).decode()


save("authy.xml", preferences({"com.authy.storage.tokens.authenticator.key": json.dumps([
    {"accountType": "authenticator", "digits": 8, "encryptedSecret": authy(RFC, "abcdefgh"), "salt": "abcdefgh", "originalIssuer": "Code host", "originalName": "Code host:ann@example.org", "name": "Code host: ann@example.org"},
    {"accountType": "authenticator", "digits": 6, "encryptedSecret": authy(HELLO, "ijklmnop"), "salt": "ijklmnop", "name": "Bank - ann"},
    {"accountType": "authy", "digits": 7, "secretSeed": raw(OTHER).hex(), "name": "Phone"}])}))
save("authy-decrypted.json", json.dumps({"message": "success", "decrypted_authenticator_tokens": [{"account_type": "authenticator", "digits": 8, "name": "Code host: ann@example.org", "issuer": "Code host", "decrypted_seed": RFC.lower()}]}))
mask = bytes.fromhex("398e27fc50276a656065b0e525f4c06c04c61075286b8e7aeda59da9813b5dd6c80d2fb38068773fa59ba47c17ca6c6479015c1d5b8b8f6b9a")
masked = lambda text: bytes(a ^ b for a, b in zip(text.encode(), mask)).hex()
save("battle-net.xml", preferences({"com.blizzard.messenger.AUTHENTICATOR_DEVICE_SECRET": masked(raw(RFC).hex()), "com.blizzard.messenger.AUTHENTICATOR_SERIAL": masked("EU-1234-5678-9012")}))


# KeePass: https://keepass.info/help/kb/kdbx.html
def keepass_xml(protect):
    def field(name, value, hidden=False):
        return f"<String><Key>{name}</Key><Value{' Protected=' + chr(34) + 'True' + chr(34) if hidden and protect else ''}>{'@seal:' + value + '@' if hidden and protect else escape(value)}</Value></String>"

    def entry(title, user, fields, history=""):
        return "<Entry><UUID>AA==</UUID><Tags>web;mail</Tags>" + field("Title", title) + field("UserName", user) + field("Password", "never read", True) + fields + field("Notes", "work") + history + "</Entry>"

    first = entry("Code host", "ann@example.org", field("otp", LINKS[0], True), "<History>" + entry("Old", "x", field("otp", LINKS[1], True)) + "</History>")
    bank = entry("Bank", "ann", field("HmacOtp-Secret-Base32", HELLO, True) + field("HmacOtp-Counter", "41") + field("HmacOtp-Algorithm", "HMAC-SHA-256") + field("HmacOtp-Length", "7"))
    games = entry("Games", "ann", field("TOTP Seed", OTHER, True) + field("TOTP Settings", "30;S"))
    gone = entry("Gone", "ann", field("otp", LINKS[2], True))
    text = f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<KeePassFile><Meta><Generator>test &amp; more</Generator><RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>YmluYmluYmluYmluYg==</RecycleBinUUID></Meta><Root><Group><UUID>cm9vdA==</UUID><Name>Database</Name>{first}<Group><UUID>dGVhbQ==</UUID><Name>Team</Name>{bank}{games}</Group><Group><UUID>YmluYmluYmluYmluYg==</UUID><Name>Recycle Bin</Name>{gone}</Group></Group></Root></KeePassFile>'
    # The stream goes through the protected values in the order of the document.
    return re.sub("@seal:(.*?)@(?=<)", lambda found: protect(found[1]), text)


save("keepass.xml", keepass_xml(None))


def inner_stream(sealer):
    return lambda value: base64.b64encode(sealer(value.encode())).decode()


def salsa20(key, nonce):
    """https://cr.yp.to/snuffle/spec.pdf"""
    rot = lambda x, n: ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF
    k, n = struct.unpack("<8I", key), struct.unpack("<2I", nonce)
    c = struct.unpack("<4I", b"expand 32-byte k")
    buffer, block = b"", 0

    def seal(data):
        nonlocal buffer, block
        while len(buffer) < len(data):
            start = [c[0], *k[:4], c[1], *n, block & 0xFFFFFFFF, block >> 32, c[2], *k[4:], c[3]]
            x = list(start)
            for _ in range(10):
                for a, b, d, e in [(0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11), (0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14)]:
                    x[b] ^= rot((x[a] + x[e]) & 0xFFFFFFFF, 7)
                    x[d] ^= rot((x[b] + x[a]) & 0xFFFFFFFF, 9)
                    x[e] ^= rot((x[d] + x[b]) & 0xFFFFFFFF, 13)
                    x[a] ^= rot((x[e] + x[d]) & 0xFFFFFFFF, 18)
            buffer += struct.pack("<16I", *[(a + b) & 0xFFFFFFFF for a, b in zip(x, start)])
            block += 1
        stream, buffer = buffer[: len(data)], buffer[len(data) :]
        return bytes(a ^ b for a, b in zip(data, stream))

    return seal


composite = hashlib.sha256(hashlib.sha256(pw).digest()).digest()


def aes_kdf(seed, rounds, composite=composite):
    ecb = Cipher(algorithms.AES(seed), modes.ECB()).encryptor()
    value = composite
    for _ in range(rounds):
        value = ecb.update(value)
    return hashlib.sha256(value).digest()


AES = bytes.fromhex("31c1f2e6bf714350be5805216afc5aff")
CHACHA = bytes.fromhex("d6038a2b8b6f4cb5a524339a31dbb59a")



def keepass_3(composite=composite):
    seed, transform_seed, iv, stream_key, start = (random(n) for n in (32, 32, 16, 32, 32))
    fields = [(2, AES), (3, struct.pack("<I", 1)), (4, seed), (5, transform_seed), (6, struct.pack("<Q", 6000)), (7, iv), (8, stream_key), (9, start), (10, struct.pack("<I", 2)), (0, b"\r\n\r\n")]
    header = bytes.fromhex("03d9a29a67fb4bb5") + struct.pack("<HH", 1, 3) + b"".join(struct.pack("<BH", kind, len(value)) + value for kind, value in fields)
    packed = gzip.compress(keepass_xml(inner_stream(salsa20(hashlib.sha256(stream_key).digest(), bytes.fromhex("e830094b97205d2a")))).encode())
    blocks = struct.pack("<I", 0) + hashlib.sha256(packed).digest() + struct.pack("<I", len(packed)) + packed + struct.pack("<I", 1) + bytes(36)
    return header + cbc(hashlib.sha256(seed + aes_kdf(transform_seed, 6000, composite)).digest(), iv, start + blocks)


save("keepass-3.kdbx", keepass_3())


def chacha20(key, nonce):
    sealer = Cipher(algorithms.ChaCha20(key, struct.pack("<I", 0) + nonce), None).encryptor()
    return sealer.update


def variants(entries):
    out = struct.pack("<H", 0x100)
    for kind, name, value in entries:
        out += struct.pack("<BI", kind, len(name)) + name.encode() + struct.pack("<I", len(value)) + value
    return out + b"\0"


def keepass_4(cipher, kdf, transformed, compress):
    seed, iv, stream_key = random(32), random(16 if cipher == AES else 12), random(64)
    fields = [(2, cipher), (3, struct.pack("<I", compress)), (4, seed), (7, iv), (11, variants(kdf)), (0, b"\r\n\r\n")]
    header = bytes.fromhex("03d9a29a67fb4bb5") + struct.pack("<HH", 0, 4) + b"".join(struct.pack("<BI", kind, len(value)) + value for kind, value in fields)
    hashed = hashlib.sha512(stream_key).digest()
    inner = [(1, struct.pack("<I", 3)), (2, stream_key), (3, b"\0an attachment"), (0, b"")]
    body = b"".join(struct.pack("<BI", kind, len(value)) + value for kind, value in inner)
    body += keepass_xml(inner_stream(chacha20(hashed[:32], hashed[32:44]))).encode()
    body = gzip.compress(body) if compress else body
    key = hashlib.sha256(seed + transformed).digest()
    sealed = cbc(key, iv, body) if cipher == AES else chacha20(key, iv)(body)
    mac_base = hashlib.sha512(seed + transformed + b"\1").digest()
    mac = lambda index, data: hmac.new(hashlib.sha512(struct.pack("<Q", index) + mac_base).digest(), data, hashlib.sha256).digest()
    out = header + hashlib.sha256(header).digest() + mac(2**64 - 1, header)
    cut = len(sealed) // 2
    for index, block in enumerate([sealed[:cut], sealed[cut:], b""]):
        out += mac(index, struct.pack("<QI", index, len(block)) + block) + struct.pack("<I", len(block)) + block
    return out


salt = random(32)
argon = [(0x42, "$UUID", bytes.fromhex("9e298b1956db4773b23dfc3ec6f0a1e6")), (0x42, "S", salt), (4, "P", struct.pack("<I", 2)), (5, "M", struct.pack("<Q", 1 << 20)), (5, "I", struct.pack("<Q", 2)), (4, "V", struct.pack("<I", 0x13))]
save("keepass-4.kdbx", keepass_4(CHACHA, argon, argon2id(composite, salt, 1024, 2, 2), 1))
aes = [(0x42, "$UUID", bytes.fromhex("c9d9f39a628a4460bf740d08c18a4fea")), (5, "R", struct.pack("<Q", 6000)), (0x42, "S", salt)]
save("keepass-4-aes.kdbx", keepass_4(AES, aes, aes_kdf(salt, 6000), 0))

# Key files: https://keepass.info/help/base/keys.html#keyfiles
file_key = random(32)
spaced = " ".join(file_key.hex().upper()[at : at + 8] for at in range(0, 64, 8))
save("keyfile-2.keyx", f'<?xml version="1.0" encoding="utf-8"?>\n<KeyFile>\n\t<Meta>\n\t\t<Version>2.0</Version>\n\t</Meta>\n\t<Key>\n\t\t<Data Hash="{hashlib.sha256(file_key).hexdigest()[:8].upper()}">\n\t\t\t{spaced}\n\t\t</Data>\n\t</Key>\n</KeyFile>\n')
save("keyfile-1.key", f'<?xml version="1.0" encoding="utf-8"?>\n<KeyFile>\n<Meta>\n<Version>1.00</Version>\n</Meta>\n<Key>\n<Data>{base64.b64encode(file_key).decode()}</Data>\n</Key>\n</KeyFile>\n')
save("keyfile-hex.key", file_key.hex())
save("keyfile-raw.key", file_key)
save("keyfile-any.txt", "any file of mine é\n")


def composite_of(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


both, alone, empty = composite_of(hashlib.sha256(pw).digest(), file_key), composite_of(file_key), composite_of(hashlib.sha256(b"").digest())
hashed = composite_of(hashlib.sha256("any file of mine é\n".encode()).digest())
save("keepass-3-both.kdbx", keepass_3(both))
save("keepass-3-empty.kdbx", keepass_3(empty))
save("keepass-4-both.kdbx", keepass_4(CHACHA, argon, argon2id(both, salt, 1024, 2, 2), 1))
save("keepass-4-key-file.kdbx", keepass_4(AES, aes, aes_kdf(salt, 6000, alone), 1))
save("keepass-4-any-file.kdbx", keepass_4(AES, aes, aes_kdf(salt, 6000, hashed), 1))
save("keepass-4-empty.kdbx", keepass_4(AES, aes, aes_kdf(salt, 6000, empty), 1))


# SQLite with a write-ahead log that nobody has merged: the sqlite3 program keeps it while a connection is open
def logged(script, rows):
    path = tempfile.mktemp(suffix=".db")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("pragma page_size=512")
    connection.execute("pragma journal_mode=wal")
    connection.execute(script)
    connection.execute("pragma wal_checkpoint(truncate)")
    for row in rows:
        connection.execute(f"insert into accounts values ({', '.join('?' * len(row))})", row)
    connection.execute("pragma cache_size=1")
    connection.execute("begin")
    connection.execute("update accounts set secret = 'never committed'")
    content = open(path, "rb").read(), open(path + "-wal", "rb").read()
    connection.close()
    return content


main, log = logged(google, [row for _, row in many[:9]])
save("google-log.db", main)
save("google-log.db-wal", log)
save("google-log.zip", archive({"databases/accounts.db": main, "databases/accounts.db-wal": log, "databases/accounts.db-shm": bytes(64)}))

# WinAuth's own file: winauth/winauth, WinAuthConfig.WriteXmlString and Authenticator.WriteToWriter
def winauth(entries):
    def one(kind, name, secret):
        return f'  <WinAuthAuthenticator id="5d9fbd3f-0000-0000-0000-000000000000" type="WinAuth.{kind}Authenticator">\n    <name>{escape(name)}</name>\n    <created>1456789012345</created>\n    <autorefresh>true</autorefresh>\n    <allowcopy>false</allowcopy>\n    <copyoncode>false</copyoncode>\n    <hideserial>true</hideserial>\n    <skin>GoogleIcon.png</skin>\n    <authenticatordata>\n      <servertimediff>0</servertimediff>\n      <lastservertime>0</lastservertime>\n      <secretdata>{secret}</secretdata>\n    </authenticatordata>\n  </WinAuthAuthenticator>\n'

    return '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<WinAuth version="3.5">\n  <alwaysontop>false</alwaysontop>\n  <config>\n' + "".join(one(*entry) for entry in entries) + "  </config>\n</WinAuth>\n"


hexed = lambda text: (text if isinstance(text, bytes) else text.encode()).hex().upper()
save("winauth.xml", winauth([
    ("Google", "Code host", f"{hexed(raw(RFC))}\t8\tSHA512\t60"),
    ("HOTP", "Bank", f"{hexed(raw(HELLO))}\t7\tSHA256\t30|41"),
    ("Steam", "Games", f"{hexed(raw(OTHER))}\t5\tSHA1\t30|{hexed('serial')}|{hexed('android:x')}|{hexed('{}')}|"),
    ("BattleNet", "Battle.net", f"{hexed(raw(RFC))}\t8\tSHA1\t30|{hexed('EU-1234-5678-9012')}"),
]))


# WinAuth with a password: Authenticator.EncryptSequence and Encrypt. Its Blowfish takes the first 72 of 256 bytes of the key, as OpenSSL's does.
libcrypto = ctypes.CDLL(ctypes.util.find_library("crypto"))


def blowfish(key, data):
    schedule, sealed = ctypes.create_string_buffer(4 * (18 + 1024)), b""
    libcrypto.BF_set_key(schedule, len(key), key)
    padding = 8 - len(data) % 8
    data += random(padding - 1) + bytes([padding])
    for at in range(0, len(data), 8):
        block = ctypes.create_string_buffer(8)
        libcrypto.BF_ecb_encrypt(data[at:at + 8], block, schedule, 1)
        sealed += block.raw
    return sealed


def sequence(data):
    salt, key_salt = random(8), random(8)
    return hexed(b"WINAUTH3" + salt + hashlib.sha256(salt + data).digest() + key_salt + blowfish(pbkdf2("sha1", pw, key_salt, 2000, 256), data))


def sealed_winauth(plain, each):
    head = '\ufeff<?xml version="1.0" encoding="utf-8"?>\n'
    if each:
        plain = re.sub(r"<authenticatordata>.*?</authenticatordata>", lambda part: f'<authenticatordata encrypted="y">{sequence((head + part[0]).encode())}</authenticatordata>', plain, flags=re.S)
    config = re.search(r"<config>.*</config>", plain, re.S)[0]
    sealed = sequence((head + config).encode())
    sha1 = hashlib.sha1(bytes.fromhex(sealed)).hexdigest().upper()
    return plain.replace(config, f'<data encrypted="y" sha1="{sha1}">{sealed}</data>')


winauth_plain = open(f"{folder}/winauth.xml", encoding="utf-8").read()
save("winauth-password.xml", sealed_winauth(winauth_plain, False))
save("winauth-password-each.xml", sealed_winauth(winauth_plain, True))

# 1PIF, the export of 1Password before version 8: an object in a line, each followed by the same mark
def onepif(title, totp, **more):
    return {"uuid": hexed(title), "updatedAt": 1500000000, "locationKey": "a.example", "securityLevel": "SL5", "contentsHash": "1", "title": title, "location": "https://a.example", "secureContents": {"sections": [{"name": "", "title": "", "fields": [{"k": "concealed", "n": "TOTP_1", "v": totp, "t": "one-time password"}]}], "fields": [{"value": "ann@example.org" if title == "Code host" else "ann", "name": "user", "type": "T", "designation": "username"}, {"value": "never read", "name": "pass", "type": "P", "designation": "password"}], "notesPlain": "work"}, "createdAt": 1500000000, "typeName": "webforms.WebForm", **more}


mark = "\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n"
folder_item = {"uuid": "F1", "title": "Team", "typeName": "system.folder.Regular", "secureContents": {}}
save("onepassword.1pif", mark.join(json.dumps(one) for one in [
    onepif("Code host", LINKS[0], openContents={"tags": ["web"], "faveIndex": 1}, folderUuid="F1"), onepif("Bank", LINKS[1]), onepif("Gone", LINKS[2], trashed=True), folder_item]) + mark)

# andOTP before 0.6.3: the bare hash of the password
entries = [{"secret": RFC, "issuer": "Code host", "label": "ann@example.org", "digits": 8, "type": "TOTP", "algorithm": "SHA512", "period": 60, "tags": ["Team"]}, {"secret": HELLO, "issuer": "Bank", "label": "Bank:ann", "digits": 7, "type": "HOTP", "algorithm": "SHA256", "counter": 41, "tags": []}, {"secret": OTHER, "issuer": "Games", "label": "ann", "digits": 5, "type": "STEAM", "algorithm": "SHA1", "tags": []}]
nonce = b"\xff" + random(11)
save("andotp-old", nonce + AESGCM(hashlib.sha256(pw).digest()).encrypt(nonce, json.dumps(entries).encode(), None))


# OTP Auth: CooperRS/decrypt-otpauth-files, by its developer. A keyed archive of Apple in another, the inner one under the password.
def keyed_archive(root):
    objects = ["$null"]

    def uid(value):
        if value is None:
            return plistlib.UID(0)
        at = len(objects)
        objects.append(None)
        kind = lambda name: uid({"$classname": name, "$classes": [name, "NSObject"]})
        if isinstance(value, dict) and "$classname" not in value:
            name = value.get("class")
            if name:
                objects[at] = {field: one if isinstance(one, int) else uid(one) for field, one in value.items() if field != "class"} | {"$class": kind(name)}
            else:
                objects[at] = {"NS.keys": [uid(one) for one in value], "NS.objects": [uid(one) for one in value.values()], "$class": kind("NSDictionary")}
        elif isinstance(value, list):
            objects[at] = {"NS.objects": [uid(one) for one in value], "$class": kind("NSMutableArray")}
        elif isinstance(value, bytes):
            objects[at] = {"NS.data": value, "$class": kind("NSMutableData")}
        else:
            objects[at] = value
        return plistlib.UID(at)

    top = uid(root)
    return plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": top}, "$objects": objects}, fmt=plistlib.FMT_BINARY)


def rncryptor(data):
    """https://github.com/RNCryptor/RNCryptor-Spec, version 3"""
    salt, mac_salt, iv = random(8), random(8), random(16)
    body = b"\x03\x01" + salt + mac_salt + iv + cbc(pbkdf2("sha1", pw, salt, 10000), iv, data)
    return body + hmac.new(pbkdf2("sha1", pw, mac_salt, 10000), body, hashlib.sha256).digest()


def otp_auth(name, outer):
    save(name, cbc(hashlib.sha256(name.split("-")[0].encode()).digest(), bytes(16), keyed_archive(outer)))


account = lambda kind, issuer, label, secret, algorithm, digits, counter, period: {"issuer": issuer, "label": label, "secret": raw(secret), "type": kind, "algorithm": algorithm, "digits": digits, "counter": counter, "period": period}
accounts = [account(2, "Code host", "ann@example.org", RFC, 3, 8, 0, 60) | {"class": "ACOTPAccount"}, account(1, "Bank", "ann", HELLO, 2, 7, 41, 0) | {"class": "ACOTPAccount"}]
folders = {"Version": 1.1, "Folders": [{"class": "ACOTPFolder", "name": "Team", "accounts": accounts}]}
otp_auth("Authenticator-1.1.otpauthdb", {"Version": 1.1, "WrappedData": rncryptor(keyed_archive(folders))})
salt, iv = "LteiAFdp$o0dH7aVwj/é", "b=hL!x4FoME/Vx)PZb"
old = cbc(hashlib.sha256(f"{salt}-{password}".encode()).digest(), hashlib.sha1(iv.encode()).digest()[:16], keyed_archive(folders))
otp_auth("Authenticator-1.0.otpauthdb", {"Version": 1.0, "WrappedData": old, "Salt": salt, "IV": iv})
otp_auth("OTPAuth-1.2.otpauth", {"Version": 1.2, "Data": rncryptor(keyed_archive(account(2, "Code host", "ann@example.org", RFC, 3, 8, 0, 60)))})


# Proton Pass, encrypted: ProtonMail/WebClients, packages/pass/lib/crypto/utils/export.ts: a message of OpenPGP (RFC 4880) with a session key
def openpgp(data):
    cfb = lambda key, text: (lambda sealer: sealer.update(text) + sealer.finalize())(Cipher(algorithms.AES(key), modes.CFB(bytes(16))).encryptor())
    packet = lambda tag, body: bytes([0xC0 | tag, 0xFF]) + struct.pack(">I", len(body)) + body
    salt, session, start = random(8), random(32), random(16)
    once, count = salt + pw, 65536
    lock = hashlib.sha256((once * (count // len(once) + 1))[:count]).digest()
    key_packet = b"\xc3\x2e" + bytes([4, 9, 3, 8]) + salt + b"\x60" + cfb(lock, b"\x09" + session)
    # The literal in two pieces, as streams are written.
    literal = b"b\0" + bytes(4) + data
    text = start + start[-2:] + bytes([0xC0 | 11, 0xE0 | 8]) + literal[:256] + b"\xff" + struct.pack(">I", len(literal) - 256) + literal[256:] + b"\xd3\x14"
    return key_packet + packet(18, b"\x01" + cfb(session, text + hashlib.sha1(text).digest()))


def armored(data):
    text = base64.b64encode(data).decode()
    lines = "\n".join(text[at : at + 64] for at in range(0, len(text), 64))
    crc = 0xB704CE
    for byte in data:
        crc ^= byte << 16
        for _ in range(8):
            crc = (crc << 1) ^ (0x1864CFB if crc & 0x800000 else 0)
    return f"-----BEGIN PGP MESSAGE-----\n\n{lines}\n={base64.b64encode((crc & 0xFFFFFF).to_bytes(3, 'big')).decode()}\n-----END PGP MESSAGE-----\n".encode()


login = lambda title, uri: {"itemId": "1", "data": {"metadata": {"name": title, "note": "work"}, "extraFields": [], "type": "login", "content": {"itemEmail": "ann@example.org", "itemUsername": "", "totpUri": uri}}, "state": 1, "pinned": True}
vault = {"version": "1.21.2", "encrypted": True, "vaults": {"v": {"name": "Personal", "items": [login("Code host", LINKS[0]), login("Bank", LINKS[1])]}}}
save("proton-pass-encrypted.zip", archive({"Proton Pass/data.pgp": armored(openpgp(json.dumps(vault).encode()))}))

# GnuPG, as people seal an export of any application
with tempfile.TemporaryDirectory() as home:
    command = ["gpg", "--homedir", home, "--batch", "--pinentry-mode", "loopback", "--passphrase", password, "--s2k-count", "65536", "--symmetric", "--output", "-"]
    save("links.gpg", subprocess.run(command, input="\n".join(LINKS).encode() + b"\n", capture_output=True, check=True).stdout)


# SailOTP: seiichiro0185/sailotp, db2json of qml/lib/storage.js, sealed as its export page says one opens it: by the openssl program
tokens = {"app": "sailotp", "version": 4, "otplist": [
    {"title": "Code host:ann@example.org", "secret": RFC, "type": "TOTP", "counter": 0, "sort": 1, "len": 8, "diff": 0, "period": 60},
    {"title": "Bank:ann", "secret": HELLO, "type": "HOTP", "counter": 41, "sort": 2, "len": 7, "diff": 0, "period": 30},
    {"title": "Games:ann", "secret": OTHER, "type": "TOTP_STEAM", "counter": 0, "sort": 3, "len": 6, "diff": 2, "period": 30}]}
save("sailotp.json", json.dumps(tokens, separators=(",", ":")))
for digest in ["sha256", "md5"]:
    sealed = subprocess.run(["openssl", "enc", "-aes-256-cbc", "-a", "-salt", "-md", digest, "-pass", f"pass:{password}"],
        input=json.dumps(tokens, separators=(",", ":")).encode(), capture_output=True, check=True).stdout
    save(f"sailotp-{digest}.txt", sealed.decode())
