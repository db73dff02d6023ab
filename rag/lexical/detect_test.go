package lexical_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rag-context/rag/lexical"

	"rag-context/rag/ragtest"
)

func TestDetectDocument(t *testing.T) {
	for language, text := range map[lexical.Language]string{
		"en": "The server reads its keys when it starts. If you want to change them, write the new ones next to the old and restart it; both are valid until the old ones are removed.",
		"de": "Der Server liest seine Schlüssel beim Start. Wer sie ändern will, schreibt die neuen neben die alten und startet ihn neu; beide gelten, bis die alten entfernt sind.",
		"fr": "Le serveur lit ses clés au démarrage. Pour les changer, il faut écrire les nouvelles à côté des anciennes et le redémarrer ; les deux sont valables jusqu'à ce que les anciennes soient retirées.",
		"es": "El servidor lee sus claves al arrancar. Para cambiarlas hay que escribir las nuevas junto a las viejas y reiniciarlo; ambas son válidas hasta que se quiten las viejas.",
		"it": "Il server legge le sue chiavi quando parte. Per cambiarle si scrivono quelle nuove accanto alle vecchie e lo si riavvia; entrambe sono valide finché le vecchie non vengono tolte.",
		"nl": "De server leest zijn sleutels bij het starten. Wie ze wil veranderen, zet de nieuwe naast de oude en start hem opnieuw; beide zijn geldig tot de oude zijn verwijderd.",
		"pt": "O servidor lê as suas chaves quando arranca. Para as mudar, escrevem-se as novas ao lado das velhas e reinicia-se; ambas são válidas até que as velhas sejam retiradas.",
		"sv": "Servern läser sina nycklar när den startar. Den som vill ändra dem skriver de nya bredvid de gamla och startar om den; båda gäller tills de gamla har tagits bort.",
		"da": "Serveren læser sine nøgler, når den starter. Hvis man vil ændre dem, skriver man de nye ved siden af de gamle og starter den igen; begge gælder, indtil de gamle er fjernet.",
		"no": "Serveren leser nøklene sine når den starter. Hvis man vil endre dem, skriver man de nye ved siden av de gamle og starter den på nytt; begge gjelder inntil de gamle er fjernet.",
		"fi": "Palvelin lukee avaimensa, kun se käynnistyy. Jos ne halutaan vaihtaa, uudet kirjoitetaan vanhojen viereen ja palvelin käynnistetään uudelleen; molemmat ovat voimassa, kunnes vanhat on poistettu.",
		"hu": "A kiszolgáló induláskor olvassa be a kulcsait. Aki meg akarja változtatni őket, az újakat a régiek mellé írja, és újraindítja; mindkettő érvényes, amíg a régieket el nem távolítják.",
		"pl": "Serwer czyta swoje klucze przy starcie. Aby je zmienić, trzeba zapisać nowe obok starych i uruchomić go ponownie; oba są ważne, dopóki stare nie zostaną usunięte.",
		"tr": "Sunucu anahtarlarını başlarken okur. Bunları değiştirmek için yenileri eskilerin yanına yazılır ve sunucu yeniden başlatılır; eskiler kaldırılana kadar her ikisi de geçerlidir.",
		"ru": "Сервер читает ключи при запуске. Чтобы их поменять, надо записать новые рядом со старыми и перезапустить его; те и другие действуют, пока старые не удалены.",
		"uk": "Сервер читає ключі під час запуску. Щоб їх змінити, треба записати нові поруч зі старими і перезапустити його; ті й інші діють, поки старі не вилучено.",
		"el": "Ο διακομιστής διαβάζει τα κλειδιά του όταν ξεκινά.",
		"ar": "يقرأ الخادم مفاتيحه عند بدء التشغيل، ولتغييرها يجب كتابة المفاتيح الجديدة بجانب القديمة.",
		"zh": "服务器启动时读取密钥。要更换密钥，请把新密钥写在旧密钥旁边，然后重启 server。",
		"ja": "サーバーは起動時に鍵を読み込みます。鍵を変えるには、新しい鍵を古い鍵の隣に書いて再起動します。",
		"ko": "서버는 시작할 때 키를 읽는다.",
		"":   "0x1f 17 42 == 3; 12.5 -> 9 {}",
	} {
		if got := lexical.Detect(text); got != language {
			t.Errorf("got %q, want %q for %s", got, language, text)
		}
	}
}

func TestDetectQuestion(t *testing.T) {
	for question, want := range map[string]lexical.Language{
		"":                                     "",
		"???":                                  "",
		"rotate signing keys":                  "",
		"TLS 1.3 handshake":                    "",
		"bin means python numpy":               "",
		"die hard":                             "",
		"Los Angeles":                          "",
		"how do we rotate the keys":            "en",
		"Wie kann man die Schlüssel tauschen?": "de",
		"comment faire pour changer la clé":    "fr",
		"¿cómo puedo cambiar las claves?":      "es",
		"hoe kan ik de sleutels veranderen":    "nl",
		"как поменять ключи":                   "ru",
		"як змінити ключі":                     "uk",
		"如何更换密钥":                               "zh",
		"鍵を変える":                                "ja",
	} {
		if got := lexical.Detect(question); got != want {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}

// TestDetectSource holds that source code is English or nothing: a foreign
// language would take endings off that are none.
func TestDetectSource(t *testing.T) {
	files, err := filepath.Glob(ragtest.GoRoot(t, "src", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go sources: %v", err)
	}
	for _, file := range files[:min(len(files), 300)] {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := lexical.Detect(string(text)); got != "" && got != "en" {
			t.Errorf("%s is in %q", filepath.Base(file), got)
		}
	}
}

func FuzzDetect(f *testing.F) {
	f.Add("Wie kann man das tun?")
	f.Add("\xff\u0301 ключи")
	f.Add(strings.Repeat("日本語 и ", 2000))
	f.Fuzz(func(t *testing.T, text string) {
		language := lexical.Detect(text)
		if language != "" && len(language) != 2 {
			t.Errorf("%q is in %q", text, language)
		}
		if again := lexical.Detect(text + strings.Repeat(" ", len(text)%5) + ". 1 !"); len(text) < 1000 && again != language {
			t.Errorf("%q is in %q, with signs after it in %q", text, language, again)
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	text := goSource(b)
	for b.Loop() {
		lexical.Detect(text)
	}
}
