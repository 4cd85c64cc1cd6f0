namespace RedisPerf.Core.Payloads;

/// <summary>The words of the documents. No word needs escaping in JSON; some names contain two-byte letters.</summary>
internal static class Vocabulary
{
    public static readonly string[] GivenNames =
    [
        "Ada", "Agnès", "Alberto", "Alma", "Anselm", "Åsa", "Beatriz", "Björn", "Bonnie", "Carmen", "Cecilia", "Chloë", "Clayton",
        "Dagny", "Deirdre", "Dorothea", "Elif", "Elinor", "Emeka", "Esteban", "Fatima", "Felix", "Françoise", "Gaëlle", "Gerda",
        "Goran", "Hannah", "Harold", "Hiroko", "Ibrahim", "Inés", "Isolde", "Jasper", "Joaquín", "Jørgen", "Juliet", "Kaito",
        "Kerstin", "Knut", "Lakshmi", "Leonora", "Ludmila", "Łukasz", "Maeve", "Marguerite", "Matthias", "Milena", "Nadia", "Noël",
        "Octavia", "Oskar", "Paloma", "Pavel", "Priya", "Quentin", "Rafael", "Rosalind", "Sadie", "Søren", "Stefania", "Tamsin",
        "Thérèse", "Tobias", "Ursula", "Valentin", "Viola", "Wanda", "Wilhelm", "Xenia", "Yusuf", "Zdeněk", "Zoë",
    ];

    public static readonly string[] FamilyNames =
    [
        "Abbott", "Aguilar", "Albrecht", "Andersson", "Barlow", "Benítez", "Bianchi", "Björklund", "Brennan", "Calloway", "Castañeda",
        "Chandra", "Cooper", "Dąbrowski", "Delacroix", "Dvořák", "Eriksen", "Fairchild", "Farouk", "Fitzgerald", "Forsythe", "Gallagher",
        "García", "Grünwald", "Hargreaves", "Hayashi", "Hernández", "Holloway", "Ivanova", "Jansen", "Jiménez", "Kaplan", "Kowalski",
        "Krämer", "Lindqvist", "Lombardi", "MacLeod", "Marchetti", "Mbeki", "Montgomery", "Müller", "Nakamura", "Novák", "Okafor",
        "Olsen", "Ortega", "Pemberton", "Pérez", "Petrov", "Quigley", "Ramírez", "Rasmussen", "Rossi", "Sandoval", "Schröder", "Sørensen",
        "Stewart", "Szabó", "Takahashi", "Thornton", "Ullman", "Vasquez", "Villanueva", "Wagner", "Whitaker", "Yamamoto", "Zimmermann",
    ];

    /// <summary>Invented company names; in lower case they are the e-mail domain.</summary>
    public static readonly string[] Companies =
    [
        "ACCUPHARM", "AQUAZURE", "BEDLAM", "BIOHAB", "CENTREE", "COMTOURS", "CYTREK", "DATAGENE", "DIGIGEN", "ECRATIC", "ELENTRIX",
        "EXOSPACE", "FUTURIZE", "GEEKOLOGY", "GLUKGLUK", "HOMELUX", "IMAGEFLOW", "INTERODEO", "JUMPSTACK", "KINETICUT", "LUMBREX",
        "MAGNEATO", "MEDICROIX", "NETPLODE", "NURALI", "OPTICALL", "ORBIXTAR", "PLASMOX", "PROFLEX", "QUILITY", "REALYSIS", "SCENTRIC",
        "SOLAREN", "TELEPARK", "TRIBALOG", "UNISURE", "VELOS", "VORTEXACO", "WAZZU", "XUMONK", "ZENTILITY", "ZILLANET",
    ];

    public static readonly string[] Streets =
    [
        "Adler Place", "Beekman Street", "Cedar Lane", "Dahlia Court", "Eldert Street", "Ferry Place", "Grafton Avenue", "Hewes Street",
        "Ingraham Road", "Jardine Place", "Knickerbocker Avenue", "Lorimer Street", "Montauk Court", "Newkirk Placa", "Oakland Terrace",
        "Pulaski Street", "Quincy Avenue", "Ridgewood Place", "Seaview Lane", "Tillary Street", "Utica Avenue", "Varick Boulevard",
        "Willoughby Walk", "Yorktown Road",
    ];

    public static readonly string[] Towns =
    [
        "Ashborough", "Brandywine", "Cannondale", "Dexter", "Edgewater", "Fairforest", "Glenville", "Hasty", "Islandia", "Jacksonwald",
        "Kenwood", "Lindcove", "Mulberry", "Nogal", "Orason", "Prairieville", "Rockbridge", "Silkworth", "Thermal", "Umapine", "Vincent",
        "Waikele", "Yonah", "Zeba",
    ];

    public static readonly string[] States =
    [
        "Alabama", "Arizona", "Colorado", "Delaware", "Florida", "Georgia", "Hawaii", "Idaho", "Kentucky", "Louisiana", "Maryland",
        "Minnesota", "Nebraska", "New Mexico", "North Carolina", "Oklahoma", "Pennsylvania", "Rhode Island", "Tennessee", "Utah",
        "Vermont", "West Virginia", "Wyoming",
    ];

    public static readonly string[] EyeColors = ["blue", "brown", "green", "grey", "hazel"];

    public static readonly string[] Fruits = ["apple", "apricot", "banana", "cherry", "fig", "mango", "papaya", "quince", "strawberry"];

    /// <summary>Words of the usual placeholder text and of Caesar, Vergil and Cicero. With fewer words, gzip would find
    /// nearly all of them twice.</summary>
    public static readonly string[] Words =
        ("lorem ipsum dolor sit amet consectetur adipisicing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua "
        + "enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in "
        + "reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt "
        + "culpa qui officia deserunt mollit anim id est laborum perspiciatis unde omnis iste natus error voluptatem accusantium "
        + "doloremque laudantium totam rem aperiam eaque ipsa quae ab illo inventore veritatis quasi architecto beatae vitae dicta "
        + "explicabo nemo ipsam quia voluptas aspernatur aut odit fugit consequuntur magni dolores eos ratione sequi nesciunt neque "
        + "porro quisquam dolorem numquam eius modi tempora incidunt magnam aliquam quaerat minima nostrum exercitationem ullam "
        + "corporis suscipit laboriosam commodi consequatur autem vel eum iure quam nihil molestiae illum quo at vero accusamus iusto "
        + "odio dignissimos ducimus blanditiis praesentium voluptatum deleniti atque corrupti quos quas molestias excepturi occaecati "
        + "cupiditate provident similique mollitia animi harum quidem rerum facilis expedita distinctio nam libero tempore cum soluta "
        + "nobis eligendi optio cumque impedit minus quod maxime placeat facere possimus assumenda repellendus temporibus quibusdam "
        + "officiis debitis necessitatibus saepe eveniet voluptates repudiandae recusandae itaque earum hic tenetur sapiente delectus "
        + "reiciendis voluptatibus maiores alias perferendis doloribus asperiores repellat gallia divisa partes tres quarum unam "
        + "incolunt belgae aliam aquitani tertiam lingua celtae nostra galli appellantur hi omnes institutis legibus inter se "
        + "differunt gallos garumna flumen matrona sequana dividit horum fortissimi propterea cultu humanitate provinciae longissime "
        + "absunt minimeque mercatores commeant effeminandos animos pertinent important proximique germanis trans rhenum continenter "
        + "bellum gerunt causa helvetii reliquos virtute praecedunt fere cotidianis proeliis contendunt suis finibus prohibent ipsi "
        + "eorum una pars dictum initium capit rhodano continetur oceano attingit etiam vergit septentriones extremis oriuntur "
        + "inferiorem fluminis spectant orientem solem pyrenaeos montes hispaniam occasum apud longe nobilissimus ditissimus orgetorix "
        + "regni inductus coniurationem nobilitatis fecit civitati persuasit copiis exirent perfacile esset praestarent totius imperio "
        + "potiri facilius undique loci natura latissimo altissimo agrum altera iura tertia lacu lemanno rebus fiebat late vagarentur "
        + "finitimis inferre possent bellandi cupidi magno adficiebantur multitudine hominum gloria fortitudinis angustos fines habere "
        + "arbitrabantur arma virumque cano troiae primus oris italiam fato profugus laviniaque venit litora multum terris iactatus "
        + "alto vi superum saevae memorem iunonis iram multa bello passus conderet urbem inferretque deos latio genus latinum "
        + "albanique patres altae moenia romae musa mihi causas memora numine laeso quidve dolens regina deum tot volvere casus "
        + "insignem pietate virum adire labores impulerit tantaene animis caelestibus irae urbs antiqua fuit tyrii tenuere coloni "
        + "karthago contra tiberinaque ostia dives opum studiis asperrima belli quousque tandem abutere catilina patientia diu furor "
        + "tuus eludet quem finem sese effrenata iactabit audacia nihilne nocturnum praesidium palati vigiliae timor populi concursus "
        + "bonorum munitissimus habendi senatus locus ora voltusque moverunt patere tua consilia sentis constrictam scientia teneri "
        + "coniuratio vides proxima superiore nocte egeris ubi fueris convocaveris consili ceperis ignorare arbitraris mores "
        + "intellegit consul videt vivit fit publici particeps notat designat oculis caedem unum quemque fortes viri satisfacere rei "
        + "publicae videmur").Split(' ');
}
