/* SPDX-License-Identifier: MIT */
/* Bouncy Castle as a process that answers commands, a line each, as driver.c does:
 *
 *     public CURVE PRIVATE        -> public key
 *     ecdh CURVE PRIVATE PUBLIC   -> secret
 */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigInteger;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.agreement.ECDHBasicAgreement;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.util.BigIntegers;
import org.bouncycastle.util.encoders.Hex;

public final class BouncyCastle {
    private static byte[] answer(String[] words) {
        X9ECParameters parameters = CustomNamedCurves.getByName(words[1]);
        ECDomainParameters domain = new ECDomainParameters(parameters);
        BigInteger secret = new BigInteger(1, Hex.decode(words[2]));
        if (words[0].equals("public")) {
            return domain.getG().multiply(secret).normalize().getEncoded(false);
        }
        if (!words[0].equals("ecdh")) {
            throw new IllegalArgumentException("no such command: " + words[0]);
        }
        ECDHBasicAgreement agreement = new ECDHBasicAgreement();
        agreement.init(new ECPrivateKeyParameters(secret, domain));
        ECPublicKeyParameters peer = new ECPublicKeyParameters(
            domain.getCurve().decodePoint(Hex.decode(words[3])), domain);
        return BigIntegers.asUnsignedByteArray(
            agreement.getFieldSize(), agreement.calculateAgreement(peer));
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println("ok " + Hex.toHexString(answer(line.trim().split(" "))));
            System.out.flush();
        }
    }
}
